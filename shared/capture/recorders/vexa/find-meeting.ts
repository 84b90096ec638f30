import { LOOKUP_TIMEOUT_MS } from '#shared/capture/recorders/requests/send-request';
import type { Clock } from '#shared/foundation/core/clock';
import type { BotId } from '#shared/foundation/core/ids';
import { idOf } from '#shared/foundation/core/ids';
import { DAY_MS, type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { RecorderUnreachable } from '#shared/meetings/recorders/ports';
import type { VexaApi } from './vexa-api.ts';
import { isPlan } from './vexa-observation.ts';
import type { VexaMeeting } from './vexa-schemas.ts';

/** A bot is looked for among the meetings of the last two days, and among no more than a thousand. */
const LOOK_BACK_MS = 2 * DAY_MS;
const MOST_PAGES = 10;

/** A plan this old was left behind: its bot follows it at once, or never. */
const ABANDONED_AFTER_MS = 10 * MINUTE_MS;

/** The meeting whose title is our bot id. Vexa has no search, so its pages have the time of one lookup together. */
export async function findMeeting(api: VexaApi, botId: BotId, clock: Clock): Promise<VexaMeeting | undefined> {
  const now = clock.now();
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const timeoutMs = LOOKUP_TIMEOUT_MS - (clock.now() - now);
    if (timeoutMs <= 0) throw new RecorderUnreachable('Vexa did not list its meetings in time.', 'final');
    const { meetings, isLast } = await api.meetings({ page, timeoutMs });
    const found = meetings.find(({ data }) => data.title === botId);
    if (found) return found;
    const oldest = meetings.at(-1)?.created_at;
    if (isLast || (oldest && oldest < later(now, -LOOK_BACK_MS))) return undefined;
  }
  return undefined;
}

/** Deletes plans of ours that were left behind, since a plan blocks its link. Returns whether there was one. */
export async function deleteAbandonedPlans(api: VexaApi, now: Instant): Promise<boolean> {
  const { meetings } = await api.meetings({ page: 0, status: 'idle' });
  const abandoned = meetings.filter(
    (meeting) =>
      isPlan(meeting) &&
      idOf('bot', meeting.data.title) !== undefined &&
      meeting.created_at != null &&
      meeting.created_at < later(now, -ABANDONED_AFTER_MS),
  );
  for (const { id } of abandoned) await api.send('DELETE', `/meetings/${id}`);
  return abandoned.length > 0;
}
