import type { Office } from '../office.ts';
import { always, type Scenario } from '../scenario.ts';

const TEMPLATE = {
  name: 'Renewal call',
  instructions: 'Look at the contract.',
  sections: [{ key: 'overview', title: 'Overview', instructions: 'What came out of it.' }],
};

const aTemplate = async ({ call, workspaceId }: Office): Promise<string> =>
  (await call('POST', '/summary_templates', { workspace_id: workspaceId, ...TEMPLATE })).id;

export const summaryTemplates: readonly Scenario[] = [
  {
    operation: 'POST /summary_templates',
    status: 201,
    prepare: async (office) => async () =>
      office.request('POST', '/summary_templates', { workspace_id: office.workspaceId, ...TEMPLATE }),
  },
  {
    operation: 'GET /summary_templates',
    status: 200,
    prepare: always('GET', ({ workspaceId }) => `/summary_templates?workspace_id=${workspaceId}`),
  },
  {
    operation: 'GET /summary_templates/{id}',
    status: 200,
    prepare: always('GET', async (office) => `/summary_templates/${await aTemplate(office)}`),
  },
  {
    operation: 'PATCH /summary_templates/{id}',
    status: 200,
    async prepare(office) {
      const id = await aTemplate(office);
      let nth = 0;
      return async () => {
        nth += 1;
        return office.request('PATCH', `/summary_templates/${id}`, { name: `Call ${nth}` });
      };
    },
  },
  {
    operation: 'DELETE /summary_templates/{id}',
    status: 200,
    async prepare(office) {
      return async () => office.request('DELETE', `/summary_templates/${await aTemplate(office)}`);
    },
  },
];
