import { warned } from '#shared/calendars/connections/rules/transitions';
import type { Lease } from '#shared/calendars/sync/commands/lease';
import type { SyncContext } from '#shared/calendars/sync/commands/sync-context';
import type { PeopleLimit } from '#shared/calendars/sync/ports';
import { pollAfterAnswer } from '#shared/calendars/sync/rules/feed-rest';
import { withLimitReached } from '#shared/calendars/sync/rules/passed-over';
import { nextPollAt, POLL_MS } from '#shared/calendars/sync/rules/poll-slots';
import { limited } from '#shared/calendars/sync/rules/sync-transitions';
import { calendarSyncs } from '#shared/calendars/sync/store';
import { findCalendar, putWarnings } from '#shared/calendars/sync/synced-calendar-store';
import { command } from '#shared/foundation/commands/command';
import { LeaseLost } from '#shared/foundation/core/store';
import type { Instant } from '#shared/foundation/core/time';

/**
 * Puts the next run of the feed off until its workspace may save changes again, and says so in its warnings. Feeds of a
 * workspace are spread over the polls that follow, and a slow one rests as after a run that ends. Returns when the run is due. Throws `LeaseLost`.
 */
export const markFeedLimited = command(
  async (
    { table, changes, clock, timeScale }: SyncContext,
    lease: Lease,
    { occurrences, windowEndsAt, answerMs }: PeopleLimit,
  ): Promise<Instant> => {
    const [sync, feed] = await Promise.all([calendarSyncs.find(table, lease.id), findCalendar(table, lease.id)]);
    if (sync?.state.claimedUntil !== lease.until || !feed) throw new LeaseLost('Another run has the lease.');
    const at = clock.now();
    const scaled = (ms: number) => timeScale.scaled(ms);
    const afterWindow = nextPollAt(lease.id, windowEndsAt, scaled(POLL_MS));
    const afterRest = pollAfterAnswer(sync.state, at, { answerMs, scaled });
    const until = Math.max(afterWindow, afterRest) as Instant;
    await changes.save({
      at,
      writes: [
        calendarSyncs.put(sync, limited(sync.state, until)),
        putWarnings(feed, (state) => warned(state, withLimitReached(state.warnings, occurrences, at))),
      ],
    });
    return until;
  },
);
