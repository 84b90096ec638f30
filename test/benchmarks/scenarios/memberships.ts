import { anAgent } from '#test/support/an-agent';
import type { Office } from '../office.ts';
import { always, type Scenario } from '../scenario.ts';

const ROLES = ['admin', 'guest'] as const;

/** The id of a new colleague's membership. */
async function aMembership({ world, call, workspaceId }: Office): Promise<string> {
  await world.aColleague(workspaceId, 'member');
  return (await call('GET', `/organization_memberships?workspace_id=${workspaceId}&limit=1`)).data[0].id;
}

export const membershipScenarios: readonly Scenario[] = [
  {
    operation: 'POST /organization_memberships',
    status: 201,
    async prepare({ request, workspaceId }) {
      let nth = 0;
      return async () => {
        nth += 1;
        const body = { workspace_id: workspaceId, email: `invited-${nth}@acme.test`, role: 'member' };
        return request('POST', '/organization_memberships', body);
      };
    },
  },
  {
    operation: 'GET /usage',
    status: 200,
    prepare: always('GET', async ({ workspaceId }) => `/usage?workspace_id=${workspaceId}`),
  },
  {
    operation: 'GET /audit_events',
    status: 200,
    prepare: always('GET', async ({ workspaceId }) => `/audit_events?workspace_id=${workspaceId}`),
  },
  {
    operation: 'GET /audit_events/{id}',
    status: 200,
    prepare: always('GET', async ({ call, workspaceId }) => {
      await call('POST', '/settings', { workspace_id: workspaceId });
      const { data } = await call('GET', `/audit_events?workspace_id=${workspaceId}&limit=1`);
      return `/audit_events/${data[0].id}`;
    }),
  },
  {
    operation: 'GET /agents',
    status: 200,
    prepare: always('GET', async (office) => {
      await anAgent(office.world, office.owner.userId);
      return `/agents?workspace_id=${office.workspaceId}`;
    }),
  },
  {
    operation: 'DELETE /agents/{id}',
    status: 200,
    prepare: async (office) => async () =>
      office.request(
        'DELETE',
        `/agents/${await anAgent(office.world, office.owner.userId)}?workspace_id=${office.workspaceId}`,
      ),
  },
  {
    operation: 'GET /organization_memberships',
    status: 200,
    prepare: always('GET', async (office) => {
      await aMembership(office);
      return `/organization_memberships?workspace_id=${office.workspaceId}`;
    }),
  },
  {
    operation: 'GET /organization_memberships/{id}',
    status: 200,
    prepare: always('GET', async (office) => `/organization_memberships/${await aMembership(office)}`),
  },
  {
    operation: 'PATCH /organization_memberships/{id}',
    status: 200,
    async prepare(office) {
      const id = await aMembership(office);
      let nth = 0;
      return async () => {
        nth += 1;
        return office.request('PATCH', `/organization_memberships/${id}`, { role: ROLES[nth % 2] });
      };
    },
  },
  {
    operation: 'DELETE /organization_memberships/{id}',
    status: 200,
    prepare: async (office) => async () =>
      office.request('DELETE', `/organization_memberships/${await aMembership(office)}`),
  },
];
