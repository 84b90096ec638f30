import { bots as botsApi } from '#functions/api/bots/index';
import { calendarEvents } from '#functions/api/calendar-events/index';
import { settings } from '#functions/api/settings/index';
import type { MeetingId } from '#shared/foundation/core/ids';
import { isoOf } from '#shared/foundation/core/time';
import { callsTo, type World } from '#test/support/api';
import type { PlannedEvent } from './edits.ts';

/** A workspace that records every meeting. */
export async function aWorkspace({ context, anOwner }: World, name: string) {
  const { key, workspaceId: workspace_id } = await anOwner(name, ['acme.test']);
  const [push, toBots, toSettings] = [calendarEvents, botsApi, settings].map((group) => callsTo(group(context)));
  if (!push || !toBots || !toSettings) throw new Error('A group is missing.');
  const scope = [`workspace:${workspace_id}`];
  await toSettings('POST', '/settings', { key, body: { workspace_id, recording: { enabled: true }, scope } });
  return {
    /** The meeting of a pushed event. */
    async push({ uid, title, startsAt, endsAt, link, isCancelled }: PlannedEvent): Promise<MeetingId> {
      const { status, body } = await push('POST', '/calendar_events', {
        key,
        body: {
          ...{ workspace_id, member_data: { email: 'ada@acme.test' }, ical_uid: uid, title, cancelled: isCancelled },
          ...{ starts_at: isoOf(startsAt), ends_at: isoOf(endsAt), meeting_url: link },
        },
      });
      if (status !== 200 && status !== 201) throw new Error(`A push was answered ${status}.`);
      return body.meeting_id;
    },
    cancelBot: (id: string) => toBots('DELETE', `/bots/${id}`, { key }),
  };
}
