import * as v from 'valibot';
import type { WorkspaceRole } from '#shared/accounts/workspaces/rules/workspace';
import { rolesOf } from '#shared/accounts/workspaces/store';
import { accessOfAgent } from '../named-resources.ts';
import { NEXT, PAGING, paged } from '../paging.ts';
import type { AgentRequest } from '../ports.ts';
import { tool } from '../tool.ts';

export const listWorkspaces = tool({
  name: 'list_workspaces',
  title: 'List workspaces',
  description:
    'The workspaces of the user, newest first. Tools that take a `workspace_id` need it where there are several.',
  input: PAGING,
  output: { workspaces: v.array(v.object({ id: v.string(), name: v.string(), role: v.string() })), ...NEXT },
  async run(agentRequest, asked) {
    const { table } = agentRequest.context;
    const { shown, next } = await paged(agentRequest, asked, 'list_workspaces', {
      read: (request) => rolesOf(table, agentRequest.userId, request),
      show: (items) => shownWorkspaces(agentRequest, items),
    });
    const lines = shown.map(({ id, name, role }) => `- ${name} (${role}, ${id})`);
    return { content: { workspaces: [...shown], next_cursor: next }, text: lines.join('\n') || 'No workspaces.' };
  },
});

/** Those that are not archived, and in which the agent was not ended. */
async function shownWorkspaces(agentRequest: AgentRequest, roles: readonly Pick<WorkspaceRole, 'workspaceId'>[]) {
  const found = await Promise.all(roles.map(({ workspaceId }) => accessOfAgent(agentRequest, workspaceId)));
  return found.flatMap((access) => {
    if (!access) return [];
    const { workspace, role } = access;
    return [{ id: workspace.state.id, name: workspace.state.name, role }];
  });
}
