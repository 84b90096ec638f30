import { workspaces } from '#shared/accounts/workspaces/store';
import { connectCalendar } from '#shared/calendars/connections/commands/connect-calendar';
import type { MemberId } from '#shared/foundation/core/ids';
import type { Office } from '../office.ts';
import { always, type Scenario } from '../scenario.ts';

const path = '/calendar_connections';

/** Another calendar of the member's, as consent leaves it. */
async function aConnection({ world: { context }, workspaceId, memberId }: Office, nth = 0): Promise<string> {
  const workspace = await workspaces.find(context.table, workspaceId);
  if (!workspace) throw new Error('The workspace is not there.');
  const connect = connectCalendar(context);
  const consent = {
    memberId: memberId as MemberId,
    provider: 'google',
    accountEmail: `ada-${nth}@gmail.test`,
    refreshToken: 'granted',
  } as const;
  return (await connect(workspace.state, consent)).id;
}

let feeds = 0;

/** A member has at most five feeds: each one has a member of its own. */
async function feedOfNewMember({ call, workspaceId }: Office) {
  feeds += 1;
  const member = await call('POST', '/members', { workspace_id: workspaceId, name: `Member ${feeds}` });
  return { workspace_id: workspaceId, member_id: member.id, url: `https://calendar.example.com/${feeds}.ics` };
}

const aFeed = async (office: Office): Promise<string> =>
  (await office.call('POST', '/calendar_feeds', await feedOfNewMember(office))).id;

export const calendarConnections: readonly Scenario[] = [
  {
    operation: 'GET /calendar_connections',
    status: 200,
    prepare: always('GET', async (office) => {
      await aConnection(office);
      return `${path}?workspace_id=${office.workspaceId}&status=active`;
    }),
  },
  {
    operation: 'GET /calendar_connections/{id}',
    status: 200,
    prepare: always('GET', async (office) => `${path}/${await aConnection(office)}`),
  },
  {
    operation: 'POST /calendar_connect_links',
    status: 201,
    prepare: async ({ request, workspaceId, memberId }) => {
      const body = {
        workspace_id: workspaceId,
        member_id: memberId,
        return_url: 'https://partner.test/back',
        state: 'x',
      };
      return async () => request('POST', '/calendar_connect_links', body);
    },
  },
  {
    operation: 'POST /calendar_connections/{id}/sync',
    status: 202,
    async prepare(office) {
      let nth = 0;
      return async () => {
        nth += 1;
        return office.request('POST', `${path}/${await aConnection(office, nth)}/sync`);
      };
    },
  },
  {
    operation: 'DELETE /calendar_connections/{id}',
    status: 200,
    async prepare(office) {
      let nth = 0;
      return async () => {
        nth += 1;
        return office.request('DELETE', `${path}/${await aConnection(office, nth)}`);
      };
    },
  },
  {
    operation: 'GET /calendar_feeds',
    status: 200,
    prepare: always('GET', async (office) => {
      await aFeed(office);
      return `/calendar_feeds?workspace_id=${office.workspaceId}&status=active`;
    }),
  },
  {
    operation: 'GET /calendar_feeds/{id}',
    status: 200,
    prepare: always('GET', async (office) => `/calendar_feeds/${await aFeed(office)}`),
  },
  {
    operation: 'POST /calendar_feeds',
    status: 201,
    prepare: async (office) => async () => office.request('POST', '/calendar_feeds', await feedOfNewMember(office)),
  },
  {
    operation: 'DELETE /calendar_feeds/{id}',
    status: 200,
    prepare: async (office) => async () => office.request('DELETE', `/calendar_feeds/${await aFeed(office)}`),
  },
];
