import * as v from 'valibot';
import type { WorkspaceId } from '#shared/core/ids';
import type { Table } from '#shared/core/table';
import type { Role } from '#shared/workspaces/rules/workspace';
import { rolesOf, workspaces } from '#shared/workspaces/store';
import { NEXT, PAGING, paged } from '../paging.ts';
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
      show: (items) => shownWorkspaces(table, items),
    });
    const lines = shown.map(({ id, name, role }) => `- ${name} (${role}, ${id})`);
    return { content: { workspaces: [...shown], next_cursor: next }, text: lines.join('\n') || 'No workspaces.' };
  },
});

/** Those that are not archived. */
async function shownWorkspaces(table: Table, memberships: readonly { workspaceId: WorkspaceId; role: Role }[]) {
  const found = await Promise.all(memberships.map(({ workspaceId }) => workspaces.find(table, workspaceId)));
  return found.flatMap((workspace, nth) => {
    const role = memberships[nth]?.role;
    if (!workspace || !role || workspace.state.archivedAt !== null) return [];
    return [{ id: workspace.state.id, name: workspace.state.name, role }];
  });
}
