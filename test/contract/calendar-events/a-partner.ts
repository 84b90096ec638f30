import { calendarEvents } from '#functions/api/calendar-events/index';
import { meetings } from '#functions/api/meetings/index';
import { members } from '#functions/api/members/index';
import { settings } from '#functions/api/settings/index';
import { aWorld, callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';

type Json = Readonly<Record<string, unknown>>;

/** A partner with a workspace, who pushes events and looks at what becomes of them. */
export async function aPartner(world = aWorld()) {
  const owner = await world.anOwner('Acme', ['acme.test']);
  const [call, callMeetings, callMembers, callSettings] = [
    callsTo(calendarEvents(world.context)),
    callsTo(meetings(world.context)),
    callsTo(members(world.context)),
    callsTo(settings(world.context)),
  ];
  const { key, workspaceId: workspace_id } = owner;

  return {
    world,
    owner,
    call,
    push: (body: Json, as = key): Promise<ApiResponse> =>
      call('POST', '/calendar_events', { key: as, body: { workspace_id, ...body } }),
    listed: async (query = ''): Promise<ApiResponse['body']> =>
      (await callMeetings('GET', `/meetings?workspace_id=${workspace_id}${query}`, { key })).body.data,
    meeting: async (id: string): Promise<ApiResponse['body']> =>
      (await callMeetings('GET', `/meetings/${id}`, { key })).body,
    label: (id: string, metadata: Json) => callMeetings('PATCH', `/meetings/${id}`, { key, body: { metadata } }),
    /** The id of a new member. */
    aMember: async (name: string): Promise<string> =>
      (
        await callMembers('POST', '/members', {
          key,
          body: { workspace_id, name, email: `${name.toLowerCase()}@acme.test` },
        })
      ).body.id,
    members: async (): Promise<ApiResponse['body']> =>
      (await callMembers('GET', `/members?workspace_id=${workspace_id}`, { key })).body.data,
    /** From here on every meeting of the workspace is to be recorded. */
    recordEverything: () =>
      callSettings('POST', '/settings', {
        key,
        body: { workspace_id, recording: { enabled: true }, scope: [`workspace:${workspace_id}`] },
      }),
  };
}

/** An hour from two o'clock in Berlin, an hour after the world's clock. */
export const aPush = (overrides: Json = {}) => ({
  member_data: { name: 'Ada', email: 'ada@acme.test' },
  ical_uid: 'abc@calendar.test',
  title: 'Planning',
  starts_at: '2026-11-02T14:00:00+01:00',
  ends_at: '2026-11-02T15:00:00+01:00',
  meeting_url: 'https://meet.google.com/abc-good-def',
  organizer: { name: 'Ada', email: 'ada@acme.test' },
  attendees: [
    { name: 'Ada', email: 'ada@acme.test', response: 'accepted' },
    { name: 'Ben', email: 'ben@other.test' },
  ],
  ...overrides,
});

/** The same in Ben's calendar: he was invited. */
export const asBen = { member_data: { name: 'Ben', email: 'ben@acme.test' } };

/** One occurrence of a series, an hour long. */
export const anOccurrence = (original: string, overrides: Json = {}) => {
  const ends_at = new Date(Date.parse(original) + 3_600_000).toISOString();
  return aPush({ recurring: true, original_starts_at: original, starts_at: original, ends_at, ...overrides });
};
