import { syncedAsOf } from '#shared/calendars/connections/rules/transitions';
import { type FeedErrorCode, failedFeed } from '#shared/calendars/feeds/rules/calendar-feed';
import { calendarFeeds } from '#shared/calendars/feeds/store';
import type { Lease } from '#shared/calendars/sync/commands/lease';
import { stopped } from '#shared/calendars/sync/rules/sync-transitions';
import { calendarSyncs } from '#shared/calendars/sync/store';
import { command } from '#shared/foundation/commands/command';
import { idOf } from '#shared/foundation/core/ids';
import { LeaseLost } from '#shared/foundation/core/store';

/** Sets the feed to `error` and stops its sync, until the same URL is added again. */
export const markFeedFailed = command(async (context, lease: Lease, code: FeedErrorCode): Promise<void> => {
  const id = idOf('cfd', lease.id);
  const [sync, feed] = await Promise.all([
    calendarSyncs.find(context.table, lease.id),
    id && calendarFeeds.find(context.table, id),
  ]);
  if (sync?.state.claimedUntil !== lease.until || !feed) throw new LeaseLost('Another run has the lease.');
  const state = failedFeed(syncedAsOf(feed.state, sync.state), code);
  await context.changes.save({
    at: context.clock.now(),
    writes: [calendarSyncs.put(sync, stopped(sync.state)), calendarFeeds.put(feed, state)],
  });
});
