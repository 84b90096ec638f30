import { syncedAsOf } from '#shared/calendars/connections/rules/transitions';
import type { CalendarFeed } from '#shared/calendars/feeds/rules/calendar-feed';
import { calendarFeeds, type FeedFilter, feedKeys, feedsOf } from '#shared/calendars/feeds/store';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import { calendarSyncs } from '#shared/calendars/sync/store';
import { type CalendarFeedId, idOf } from '#shared/core/ids';
import type { Page, PageRequest } from '#shared/core/page';
import type { Loaded } from '#shared/core/store';
import type { Table } from '#shared/core/table';

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

interface FeedWithSync {
  /** As partners read it. */
  readonly calendar: CalendarFeed;
  readonly sync: CalendarSync | undefined;
}

/** A page of feeds with the rows of their syncs, which are read in the same round trip. */
export async function feedsWithSyncs(
  table: Table,
  filter: FeedFilter,
  request: PageRequest,
): Promise<Page<FeedWithSync>> {
  const keys = await feedKeys(table, filter, request);
  const ids = keys.items.flatMap(({ pk }) => idOf('cfd', pk) ?? []);
  const [page, syncs] = await Promise.all([
    feedsOf(table, keys, filter),
    Promise.all(ids.map((id) => calendarSyncs.find(table, id))),
  ]);
  const byId = new Map(syncs.flatMap((sync) => (sync ? [[sync.state.calendarId, sync.state] as const] : [])));
  const withSync = (feed: CalendarFeed): FeedWithSync => {
    const sync = byId.get(feed.id);
    return { calendar: syncedAsOf(feed, sync), sync };
  };
  return { ...page, items: page.items.map(withSync) };
}
