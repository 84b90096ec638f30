import { type Agent, agentEnd, findAgent, isEndedIn } from '#shared/accounts/oauth/agents-store';
import { roleOf } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';

/**
 * Ends an agent in one workspace, and answers it as it was. Each of its calls reads that, so the next one finds nothing of
 * the workspace. 404 where it does not read the workspace: its user has no role there, or it was ended.
 */
export const endAgentInWorkspace = command(
  async ({ table, changes, clock }, agentId: string, workspaceId: WorkspaceId): Promise<Agent> => {
    const at = clock.now();
    const [agent, isEnded] = await Promise.all([findAgent(table, agentId, at), isEndedIn(table, agentId, workspaceId)]);
    const role = agent && !isEnded ? await roleOf(table, agent.userId, workspaceId) : undefined;
    if (!agent || !role) throw notFound('agent');
    await changes.save({ at, writes: [[agentEnd(agent, workspaceId)]], result: agent });
    return agent;
  },
);
