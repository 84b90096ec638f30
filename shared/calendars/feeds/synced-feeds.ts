import { syncedAsOf } from '#shared/calendars/connections/rules/transitions';
import type { CalendarFeed } from '#shared/calendars/feeds/rules/calendar-feed';
import { calendarFeeds, type FeedFilter, feedKeys, feedsOf } from '#shared/calendars/feeds/store';
import { calendarSyncs } from '#shared/calendars/sync/store';
import { type WithSync, withSyncs } from '#shared/calendars/sync/with-syncs';
import { type CalendarFeedId, idOf } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';

/** A feed as partners read it, in one round trip. */
export async function findSyncedFeed(table: Table, id: CalendarFeedId): Promise<Loaded<CalendarFeed> | undefined> {
  const [feed, sync] = await Promise.all([calendarFeeds.find(table, id), calendarSyncs.find(table, id)]);
  return feed && { ...feed, state: syncedAsOf(feed.state, sync?.state) };
}

/** A page of feeds as partners read them. */
export async function syncedFeedPage(
  table: Table,
  filter: FeedFilter,
  request: PageRequest,
): Promise<Page<CalendarFeed>> {
  const page = await feedsWithSyncs(table, filter, request);
  return { ...page, items: page.items.map(({ calendar }) => calendar) };
}

/** The same with their syncs. */
export async function feedsWithSyncs(
  table: Table,
  filter: FeedFilter,
  request: PageRequest,
): Promise<Page<WithSync<CalendarFeed>>> {
  const keys = await feedKeys(table, filter, request);
  const ids = keys.items.flatMap(({ pk }) => idOf('cfd', pk) ?? []);
  return withSyncs(table, ids, feedsOf(table, keys, filter));
}
