import { calendarEvents } from '#functions/api/calendar-events/index';
import { meetings } from '#functions/api/meetings/index';
import { members } from '#functions/api/members/index';
import { settings } from '#functions/api/settings/index';
import { aWorld, callsTo, noon } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { settingsPropagationWorker } from '#test/support/settings-propagation-worker';

const HOUR = 3_600_000;

/** A workspace with an owner, settings, assignments, and pushed meetings in their scopes. */
export async function aSettingsWorld(world = aWorld()) {
  const owner = await world.anOwner('Acme', ['acme.test']);
  const call = callsTo(settings(world.context));
  const people = callsTo(members(world.context));
  const calendar = callsTo(calendarEvents(world.context));
  const shown = callsTo(meetings(world.context));
  const { key, workspaceId } = owner;
  let pushed = 0;

  return {
    world,
    owner,
    call,
    /** Runs the settings propagation. */
    settled: () => settingsPropagationWorker(world).run(),
    create: (body: object, as = key): Promise<ApiResponse> =>
      call('POST', '/settings', { key: as, body: { workspace_id: workspaceId, ...body } }),
    update: (id: string, body: object, as = key): Promise<ApiResponse> =>
      call('PATCH', `/settings/${id}`, { key: as, body }),
    assign: (settings_id: string, scope: readonly string[], as = key): Promise<ApiResponse> =>
      call('POST', '/settings_assignments', { key: as, body: { settings_id, scope } }),
    /** The id of a new member. */
    async aMember(name = 'Ada'): Promise<string> {
      const body = { workspace_id: workspaceId, name, email: `${name.toLowerCase()}@acme.test` };
      return (await people('POST', '/members', { key, body })).body.id;
    },
    /** The id of a meeting in a member's calendar, an hour ahead unless said otherwise. */
    async aMeetingOf(member_id: string, event: object = {}): Promise<string> {
      pushed += 1;
      const { body } = await calendar('POST', '/calendar_events', {
        key,
        body: {
          workspace_id: workspaceId,
          member_id,
          ical_uid: `event-${pushed}@acme.test`,
          title: 'Weekly',
          starts_at: new Date(noon + HOUR).toISOString(),
          ends_at: new Date(noon + 2 * HOUR).toISOString(),
          meeting_url: `https://meet.google.com/abc-good-x${String.fromCharCode(96 + pushed)}z`,
          attendees: [{ name: 'Ada', email: 'ada@acme.test', response: 'accepted' }],
          ...event,
        },
      });
      return body.meeting_id;
    },
    push: (body: object) => calendar('POST', '/calendar_events', { key, body: { workspace_id: workspaceId, ...body } }),
    meeting: async (id: string): Promise<ApiResponse['body']> => (await shown('GET', `/meetings/${id}`, { key })).body,
  };
}
