import type { UserAuditSource } from '#shared/audit-events/rules/audit-event';
import type { Instant } from '#shared/core/time';
import { saveAudited, type UserAuditContext, writeAudited } from '#shared/identity/commands/audit-user';
import { type Agent, agentRemoval, agentWrites } from '#shared/oauth/agents-store';

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
  async (agentId: string, source: UserAuditSource & { readonly at: Instant }): Promise<void> => {
    const removal = agentRemoval(agentId);
    if (!removal) return;
    const { id: targetId, userId, write } = removal;
    await writeAudited(context, write, { ...source, userId, action: 'agent.ended', targetId });
  };
