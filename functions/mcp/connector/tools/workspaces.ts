import * as v from 'valibot';
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
  async run(asking, asked) {
    const { table } = asking.context;
    const { items, next } = await paged(asking, asked, 'list_workspaces', (request) =>
      rolesOf(table, asking.userId, request),
    );
    const found = await Promise.all(
      items.map(async ({ workspaceId, role }) => ({ role, workspace: await workspaces.find(table, workspaceId) })),
    );
    const shown = found.flatMap(({ role, workspace }) =>
      workspace && workspace.state.archivedAt === null
        ? [{ id: workspace.state.id, name: workspace.state.name, role }]
        : [],
    );
    const lines = shown.map(({ id, name, role }) => `- ${name} (${role}, ${id})`);
    return { content: { workspaces: shown, next_cursor: next }, text: lines.join('\n') || 'No workspaces.' };
  },
});
