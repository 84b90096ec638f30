import type { Member } from '#shared/accounts/members/rules/member';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import { calendarConnections } from '#shared/calendars/connections/store';
import type { CalendarFeed } from '#shared/calendars/feeds/rules/calendar-feed';
import { calendarFeeds } from '#shared/calendars/feeds/store';
import type { CalendarOwner } from '#shared/calendars/sync/rules/invited-people';
import { type CalendarId, idOf } from '#shared/foundation/core/ids';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table, Write } from '#shared/foundation/core/table';

/** What a sync keeps in step: a connection at a provider, or a feed at a URL. */
export type SyncedCalendar = CalendarConnection | CalendarFeed;

/** Whether it is a feed: no provider limits how much of one changes. */
export const isFeed = (calendar: SyncedCalendar): calendar is CalendarFeed => !('provider' in calendar);

/** A calendar with the revision that its next save requires. */
export type LoadedCalendar =
  | { readonly kind: 'connection'; readonly row: Loaded<CalendarConnection> }
  | { readonly kind: 'feed'; readonly row: Loaded<CalendarFeed> };

/** Strongly consistent. */
export async function findCalendar(table: Table, id: CalendarId): Promise<LoadedCalendar | undefined> {
  const feedId = idOf('cfd', id);
  if (feedId) {
    const row = await calendarFeeds.find(table, feedId);
    return row && { kind: 'feed', row };
  }
  const connectionId = idOf('cal', id);
  const row = connectionId && (await calendarConnections.find(table, connectionId));
  return row && { kind: 'connection', row };
}

type Warned = Pick<SyncedCalendar, 'warnings'>;

/** Saves other warnings; nothing where they are the same. */
export function putWarnings(
  calendar: LoadedCalendar,
  warned: <State extends Warned>(state: State) => State,
): readonly Write[] {
  if (calendar.kind === 'feed') {
    const state = warned(calendar.row.state);
    return state === calendar.row.state ? [] : calendarFeeds.put(calendar.row, state);
  }
  const state = warned(calendar.row.state);
  return state === calendar.row.state ? [] : calendarConnections.put(calendar.row, state);
}

/** The account of its events: a feed that is added again brings them back under the same ids. */
export const accountOf = (calendar: SyncedCalendar): string =>
  'provider' in calendar ? `${calendar.provider}:${calendar.accountEmail}` : `feed:${calendar.urlHash}`;

/** Whose calendar it is. A feed names no account: it is the member's by the member's address, where there is one. */
export function ownerOf(calendar: SyncedCalendar, { email }: Member): CalendarOwner {
  const accountEmail = 'provider' in calendar ? calendar.accountEmail : (email ?? '');
  return { memberEmail: email ?? accountEmail, accountEmail };
}
