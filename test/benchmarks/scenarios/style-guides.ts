import type { Office } from '../office.ts';
import { always, type Scenario } from '../scenario.ts';

const GUIDE = { name: 'Broadcast', operation: 'subtitles', organization_default: true };

const aGuide = async ({ call, workspaceId }: Office): Promise<string> =>
  (await call('POST', '/style_guides', { workspace_id: workspaceId, ...GUIDE })).id;

export const styleGuideScenarios: readonly Scenario[] = [
  {
    operation: 'POST /style_guides',
    status: 201,
    // A workspace has a hundred at most: those of earlier calls are deleted.
    prepare: async (office) => async () => {
      const { data } = await office.call('GET', `/style_guides?workspace_id=${office.workspaceId}`);
      for (const { id } of data) await office.call('DELETE', `/style_guides/${id}`);
      return office.request('POST', '/style_guides', { workspace_id: office.workspaceId, ...GUIDE });
    },
  },
  {
    operation: 'GET /style_guides',
    status: 200,
    prepare: always('GET', async (office) => {
      await aGuide(office);
      return `/style_guides?workspace_id=${office.workspaceId}`;
    }),
  },
  {
    operation: 'GET /style_guides/{id}',
    status: 200,
    prepare: always('GET', async (office) => `/style_guides/${await aGuide(office)}`),
  },
  {
    operation: 'PATCH /style_guides/{id}',
    status: 200,
    async prepare(office) {
      const guides = [await aGuide(office), await aGuide(office)];
      let nth = 0;
      return async () => {
        nth += 1;
        return office.request('PATCH', `/style_guides/${guides[nth % 2]}`, { organization_default: true });
      };
    },
  },
  {
    operation: 'DELETE /style_guides/{id}',
    status: 200,
    prepare: async (office) => async () => office.request('DELETE', `/style_guides/${await aGuide(office)}`),
  },
];
