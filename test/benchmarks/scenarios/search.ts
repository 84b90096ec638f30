import type { WorkspaceId } from '#shared/foundation/core/ids';
import { aSearchedText } from '#test/support/a-searched-text';
import { always, type Scenario } from '../scenario.ts';

export const searchScenarios: readonly Scenario[] = [
  {
    operation: 'GET /search',
    status: 200,
    prepare: always('GET', async ({ world, workspaceId }) => {
      await aSearchedText(world, workspaceId as WorkspaceId);
      return `/search?workspace_id=${workspaceId}&q=bonjour`;
    }),
  },
];
