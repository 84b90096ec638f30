import { syncedAsOf } from '#shared/calendars/connections/rules/transitions';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import { calendarSyncs } from '#shared/calendars/sync/store';
import type { CalendarId } from '#shared/foundation/core/ids';
import type { Page } from '#shared/foundation/core/page';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';

/** A connection or a feed with how far its sync has come. */
export interface WithSync<Calendar> {
  /** As partners read it. */
  readonly calendar: Calendar;
  /** Undefined where there is none. */
  readonly sync: CalendarSync | undefined;
}

/** A page of connections or feeds with the rows of their syncs, which are read by their ids in the same round trip. */
export async function withSyncs<Calendar extends { readonly id: CalendarId; readonly lastSyncedAt: Instant | null }>(
  table: Table,
  ids: readonly CalendarId[],
  reading: Promise<Page<Calendar>>,
): Promise<Page<WithSync<Calendar>>> {
  const [page, syncs] = await Promise.all([reading, Promise.all(ids.map((id) => calendarSyncs.find(table, id)))]);
  const byId = new Map(syncs.flatMap((sync) => (sync ? [[sync.state.calendarId, sync.state] as const] : [])));
  const withSync = (calendar: Calendar): WithSync<Calendar> => {
    const sync = byId.get(calendar.id);
    return { calendar: syncedAsOf(calendar, sync), sync };
  };
  return { ...page, items: page.items.map(withSync) };
}
