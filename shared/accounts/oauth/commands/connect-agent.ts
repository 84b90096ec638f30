import { saveAudited, type UserAuditContext, writeAudited } from '#shared/accounts/identity/commands/audit-user';
import { type Agent, agentRemoval, agentsOf, agentWrites, removeAgents } from '#shared/accounts/oauth/agents-store';
import type { UserAuditSource } from '#shared/foundation/audit-events/rules/audit-event';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';

/** Saves an agent with its audit events; its registration, where it has one, lasts as long. */
export const connectAgent =
  (context: UserAuditContext) =>
  async (
    agent: Agent,
    { isRegistered, ...source }: UserAuditSource & { readonly isRegistered: boolean },
  ): Promise<void> => {
    const { id: targetId, userId, createdAt: at } = agent;
    const audit = { ...source, userId, action: 'agent.connected', targetId, at } as const;
    await saveAudited(context, agentWrites(agent, isRegistered), audit);
  };

/** Ends an agent with its audit events. One that has ended already stays so, without an event. */
export const endAgent =
  (context: UserAuditContext) =>
  async (agentId: string, source: Ending): Promise<void> => {
    const removal = agentRemoval(agentId);
    if (!removal) return;
    const { id: targetId, userId, write } = removal;
    await writeAudited(context, write, { ...source, userId, action: 'agent.ended', targetId });
  };

interface Ending extends UserAuditSource {
  readonly at: Instant;
  /** Absent for every workspace in which the user has a role. */
  readonly workspaceIds?: readonly WorkspaceId[];
}

/** Ends all agents of a user who is removed or disabled, each with its audit events. */
export const endAgents =
  (context: UserAuditContext) =>
  async (userId: UserId, ending: Ending): Promise<void> => {
    for (const { id } of await agentsOf(context.table, userId, ending.at)) await endAgent(context)(id, ending);
    await removeAgents(context.table, userId);
  };
