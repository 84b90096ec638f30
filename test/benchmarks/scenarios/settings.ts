import type { Office } from '../office.ts';
import { always, type Scenario } from '../scenario.ts';

const CHOICES = { recording: { enabled: true }, summary: { language: 'en' } };

const newSettings = async ({ call, workspaceId }: Office): Promise<string> =>
  (await call('POST', '/settings', { workspace_id: workspaceId, ...CHOICES })).id;

/** Settings, and a member without any. */
async function aPairing(office: Office, nth: number) {
  const { id } = await office.call('POST', '/members', {
    workspace_id: office.workspaceId,
    email: `paired-${nth}@acme.test`,
  });
  return { settings_id: await newSettings(office), scope: [`member:${id}`] };
}

async function anAssignment({ call, workspaceId }: Office): Promise<string> {
  return (await call('GET', `/settings_assignments?workspace_id=${workspaceId}`)).data[0].id;
}

export const settings: readonly Scenario[] = [
  {
    operation: 'POST /settings',
    status: 201,
    prepare: async (office) => async () =>
      office.request('POST', '/settings', { workspace_id: office.workspaceId, ...CHOICES }),
  },
  {
    operation: 'GET /settings',
    status: 200,
    prepare: always('GET', ({ workspaceId }) => `/settings?workspace_id=${workspaceId}`),
  },
  {
    operation: 'GET /settings/{id}',
    status: 200,
    prepare: always('GET', ({ settingsId }) => `/settings/${settingsId}`),
  },
  {
    operation: 'PATCH /settings/{id}',
    status: 200,
    async prepare({ request, settingsId }) {
      let nth = 0;
      return async () => {
        nth += 1;
        return request('PATCH', `/settings/${settingsId}`, { summary: { language: nth % 2 ? 'de' : 'fr' } });
      };
    },
  },
  {
    operation: 'POST /settings_assignments',
    as: 'to a member',
    status: 201,
    async prepare(office) {
      let nth = 0;
      return async () => {
        nth += 1;
        return office.request('POST', '/settings_assignments', await aPairing(office, nth));
      };
    },
  },
  {
    operation: 'POST /settings_assignments',
    as: 'to a meeting',
    status: 201,
    async prepare(office) {
      return async () => {
        const { meeting_id } = await office.call('POST', '/calendar_events', office.aPush());
        const settings_id = await newSettings(office);
        return office.request('POST', '/settings_assignments', { settings_id, scope: [`meeting:${meeting_id}`] });
      };
    },
  },
  {
    operation: 'GET /settings_assignments',
    status: 200,
    prepare: always('GET', ({ workspaceId }) => `/settings_assignments?workspace_id=${workspaceId}`),
  },
  {
    operation: 'GET /settings_assignments/{id}',
    status: 200,
    prepare: always('GET', async (office) => `/settings_assignments/${await anAssignment(office)}`),
  },
  {
    operation: 'DELETE /settings_assignments/{id}',
    status: 200,
    async prepare(office) {
      // Far from the pairings that stay.
      let nth = 1_000_000;
      return async () => {
        nth += 1;
        const { id } = await office.call('POST', '/settings_assignments', await aPairing(office, nth));
        return office.request('DELETE', `/settings_assignments/${id}`);
      };
    },
  },
  {
    operation: 'DELETE /settings/{id}',
    status: 200,
    async prepare(office) {
      return async () => office.request('DELETE', `/settings/${await newSettings(office)}`);
    },
  },
  {
    operation: 'PATCH /policies/{id}',
    as: 'of a member',
    status: 200,
    async prepare({ request, memberId }) {
      let nth = 0;
      return async () => {
        nth += 1;
        return request('PATCH', `/policies/${memberId}`, { summary: { language: nth % 2 ? 'de' : 'fr' } });
      };
    },
  },
  {
    operation: 'PATCH /policies/{id}',
    as: 'of a workspace',
    status: 200,
    async prepare({ request, workspaceId }) {
      let nth = 0;
      return async () => {
        nth += 1;
        return request('PATCH', `/policies/${workspaceId}`, { summary: { language: nth % 2 ? 'de' : 'fr' } });
      };
    },
  },
  {
    operation: 'GET /policies/{id}',
    as: 'of a member',
    status: 200,
    prepare: always('GET', ({ memberId }) => `/policies/${memberId}`),
  },
  {
    operation: 'GET /policies/{id}',
    as: 'of a workspace',
    status: 200,
    prepare: always('GET', ({ workspaceId }) => `/policies/${workspaceId}`),
  },
];
