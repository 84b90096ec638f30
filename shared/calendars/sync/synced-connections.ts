import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import { syncedAsOf } from '#shared/calendars/connections/rules/transitions';
import {
  type ConnectionFilter,
  calendarConnections,
  connectionKeys,
  connectionsOf,
} from '#shared/calendars/connections/store';
import { calendarSyncs } from '#shared/calendars/sync/store';
import { type WithSync, withSyncs } from '#shared/calendars/sync/with-syncs';
import { type CalendarConnectionId, idOf } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';

/** A connection as partners read it, in one round trip. */
export async function findSynced(
  table: Table,
  id: CalendarConnectionId,
): Promise<Loaded<CalendarConnection> | undefined> {
  const [connection, sync] = await Promise.all([calendarConnections.find(table, id), calendarSyncs.find(table, id)]);
  return connection && { ...connection, state: syncedAsOf(connection.state, sync?.state) };
}

/** A page of connections as partners read them. */
export async function syncedConnectionPage(
  table: Table,
  filter: ConnectionFilter,
  request: PageRequest,
): Promise<Page<CalendarConnection>> {
  const page = await connectionsWithSyncs(table, filter, request);
  return { ...page, items: page.items.map(({ calendar }) => calendar) };
}

/** The same with their syncs. */
export async function connectionsWithSyncs(
  table: Table,
  filter: ConnectionFilter,
  request: PageRequest,
): Promise<Page<WithSync<CalendarConnection>>> {
  const keys = await connectionKeys(table, filter, request);
  const ids = keys.items.flatMap(({ pk }) => idOf('cal', pk) ?? []);
  return withSyncs(table, ids, connectionsOf(table, keys, filter));
}
