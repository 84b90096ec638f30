import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import type { CalendarEvent } from '#shared/meetings/calendar-events/rules/calendar-event';
import type { IsErased } from '#shared/meetings/erasures/rules/erasure';

/**
 * An event of a former member without the account that it was read from, where the account is an erased address. Its own
 * id takes the place of the account, so that two events of one occurrence stay apart. The same object where nothing changes.
 */
export function withoutErasedAccount(event: CalendarEvent, isErased: IsErased): CalendarEvent {
  const [, email] = /^(?:google|microsoft):(.+)$/.exec(event.account ?? '') ?? [];
  if (email === undefined || !isErased({ name: null, email })) return event;
  return { ...event, account: `erased:${event.id}` };
}

/** A disconnected calendar of a former member without its account, likewise. */
export const withoutErasedOwner = (connection: CalendarConnection, isErased: IsErased): CalendarConnection =>
  connection.status === 'disconnected' &&
  connection.accountEmail !== '' &&
  isErased({ name: null, email: connection.accountEmail })
    ? { ...connection, accountEmail: '' }
    : connection;
