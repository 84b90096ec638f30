import { botWorkers } from '#test/support/bot-workers';
import type { Office } from '../office.ts';
import { always, type Scenario } from '../scenario.ts';

const listed = (limit: number): Scenario['prepare'] =>
  always('GET', ({ workspaceId }) => `/meetings?workspace_id=${workspaceId}&include=settings&limit=${limit}`);

/** A meeting that was recorded, with a transcript and a summary. */
export async function aRecordedMeeting({ call, workspaceId, world, aFreshLink }: Office): Promise<string> {
  const bot = await call('POST', '/bots', { workspace_id: workspaceId, meeting_url: aFreshLink() });
  await botWorkers(world).untilQuiet(bot.id);
  return bot.meeting_id;
}

/** A meeting whose bot is on its way into the call. */
async function aLiveMeeting({ call, workspaceId, world, aFreshLink }: Office): Promise<string> {
  const bot = await call('POST', '/bots', { workspace_id: workspaceId, meeting_url: aFreshLink() });
  await botWorkers(world).work(bot.id);
  return bot.meeting_id;
}

/** A meeting without results. */
async function aCall({ call, workspaceId, aFreshLink }: Office): Promise<string> {
  return (await call('POST', '/bots', { workspace_id: workspaceId, meeting_url: aFreshLink() })).meeting_id;
}

export const meetings: readonly Scenario[] = [
  { operation: 'GET /meetings', as: '25 with settings', status: 200, aimMs: 3, prepare: listed(25) },
  { operation: 'GET /meetings', as: '100 with settings', status: 200, prepare: listed(100) },
  {
    operation: 'GET /meetings/{id}',
    as: '40 attendees',
    status: 200,
    aimMs: 1,
    prepare: always('GET', ({ crowdedMeetingId }) => `/meetings/${crowdedMeetingId}`),
  },
  {
    operation: 'GET /meetings/{id}/results',
    status: 200,
    prepare: always('GET', async (office) => `/meetings/${await aRecordedMeeting(office)}/results`),
  },
  {
    operation: 'GET /meetings/{id}/live',
    status: 200,
    prepare: always('GET', async (office) => `/meetings/${await aLiveMeeting(office)}/live`),
  },
  {
    operation: 'DELETE /meetings/{id}',
    status: 200,
    prepare: async (office) => async () => office.request('DELETE', `/meetings/${await aRecordedMeeting(office)}`),
  },
  {
    operation: 'POST /meetings/{id}/hold',
    status: 200,
    prepare: async (office) => async () => office.request('POST', `/meetings/${await aCall(office)}/hold`),
  },
  {
    operation: 'DELETE /meetings/{id}/hold',
    status: 200,
    prepare: async (office) => async () => {
      const path = `/meetings/${await aCall(office)}/hold`;
      await office.call('POST', path);
      return office.request('DELETE', path);
    },
  },
  {
    operation: 'DELETE /meetings/{id}/results',
    status: 200,
    prepare: async (office) => async () =>
      office.request('DELETE', `/meetings/${await aRecordedMeeting(office)}/results`),
  },
  {
    operation: 'PATCH /meetings/{id}',
    status: 200,
    async prepare({ request, crowdedMeetingId }) {
      let nth = 0;
      return async () => {
        nth += 1;
        return request('PATCH', `/meetings/${crowdedMeetingId}`, { metadata: { deal: `deal-${nth}` } });
      };
    },
  },
  {
    operation: 'PATCH /meetings/{id}/settings',
    status: 200,
    async prepare({ request, meetingIds }) {
      let nth = 0;
      return async () => {
        nth += 1;
        const body = { transcription: { language: nth % 2 ? 'de' : 'fr' } };
        return request('PATCH', `/meetings/${meetingIds[0]}/settings`, body);
      };
    },
  },
];
