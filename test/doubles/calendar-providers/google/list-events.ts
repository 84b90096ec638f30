import { isoOf } from '#shared/foundation/core/time';
import type { ProviderCalendar } from '#test/doubles/calendar-providers/calendar/provider-calendar';
import { json } from '#test/doubles/calendar-providers/server/answers';
import { type Cursor, instantFrom, opened, sealed } from '#test/doubles/calendar-providers/server/cursors';
import { type Listed, listedBetween, type MovedOut } from './google-changes.ts';
import { googleError } from './google-errors.ts';
import { cancelledGoogleEvent, googleEvent } from './google-event.ts';
import { masked, maskIn } from './partial-response.ts';

interface Listing {
  readonly movedOut: MovedOut;
  readonly pageSize: number;
}

/** developers.google.com/workspace/calendar/api/v3/reference/events/list: most on a page. */
const MOST_RESULTS = 2_500;

/** developers.google.com/workspace/calendar/api/guides/sync: what cannot be asked together with a sync token. */
const NOT_WITH_SYNC_TOKEN = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'sharedExtendedProperty',
  'timeMin',
  'timeMax',
  'updatedMin',
];

const LONG_AGO = 0;
const FAR_AHEAD = 4_102_444_800_000;

/** GET /calendars/primary/events, of expanded series: `singleEvents=false` is refused, since nothing here uses it. */
export function listEvents(
  calendar: ProviderCalendar,
  query: URLSearchParams,
  { movedOut, pageSize }: Listing,
): Response {
  if (query.get('singleEvents') !== 'true')
    return invalid('singleEvents', 'The test provider lists single events alone.');
  const asked = Number(query.get('maxResults') ?? pageSize);
  if (!(asked >= 1)) return invalid('maxResults', 'Invalid value.');
  const mask = maskIn(query.get('fields') ?? '*');
  if (!mask) return invalid('fields', 'Invalid field selection.');
  const cursor = cursorIn(calendar, query);
  if (cursor instanceof Response) return cursor;

  const listed = listedBetween(calendar, cursor, movedOut);
  const end = cursor.offset + Math.min(asked, MOST_RESULTS);
  const items = listed.slice(cursor.offset, end).map((one) => itemOf(one, calendar.email));
  const isLast = end >= listed.length;
  const orderedByStart = query.get('orderBy') === 'startTime';
  const whole = {
    kind: 'calendar#events',
    etag: `"p${cursor.upTo}"`,
    summary: calendar.email,
    description: '',
    updated: isoOf(latestOf(listed) as Parameters<typeof isoOf>[0]),
    timeZone: 'UTC',
    accessRole: 'owner',
    defaultReminders: [{ method: 'popup', minutes: 10 }],
    ...(!isLast && { nextPageToken: sealed({ ...cursor, offset: end }) }),
    // An ordered list has no sync token, which has cost people days.
    ...(isLast && !orderedByStart && { nextSyncToken: nextSyncToken(cursor) }),
    items,
  };
  return json(200, masked(whole, mask));
}

const nextSyncToken = (cursor: Cursor): string => sealed({ ...cursor, type: 'sync', after: cursor.upTo, offset: 0 });

const itemOf = ({ occurrence, isGone }: Listed, email: string) =>
  isGone ? cancelledGoogleEvent(occurrence) : googleEvent(occurrence, email);

const latestOf = (listed: readonly Listed[]): number =>
  listed.reduce((latest, { occurrence }) => Math.max(latest, occurrence.updatedAt), 0);

/** Where the list goes on, or begins; a refusal where it cannot. */
function cursorIn(calendar: ProviderCalendar, query: URLSearchParams): Cursor | Response {
  const syncToken = query.get('syncToken');
  const pageToken = query.get('pageToken');
  if (syncToken !== null && NOT_WITH_SYNC_TOKEN.some((name) => query.has(name)))
    return googleError(400, { reason: 'badRequest', message: 'Bad Request' });
  if (pageToken !== null)
    return opened(pageToken, 'page', calendar) ?? invalid('pageToken', 'Invalid page token value.');
  if (syncToken !== null) {
    const cursor = opened(syncToken, 'sync', calendar);
    return cursor ? { ...cursor, type: 'page', upTo: calendar.revision } : fullSyncRequired();
  }
  const from = momentIn(query.get('timeMin'), LONG_AGO);
  const to = momentIn(query.get('timeMax'), FAR_AHEAD);
  if (from === undefined || to === undefined || from >= to)
    return invalid('timeMin', 'The specified time range is empty.');
  return {
    type: 'page',
    email: calendar.email,
    window: { from, to },
    after: null,
    upTo: calendar.revision,
    offset: 0,
    generation: calendar.cursorGeneration,
    pageSize: null,
  };
}

/** Google wants an offset in it, and refuses without. */
const momentIn = (text: string | null, otherwise: number) => instantFrom(text ?? new Date(otherwise).toISOString());

const invalid = (location: string, message: string): Response =>
  googleError(400, { reason: 'invalid', message, locationType: 'parameter', location });

/** As it was seen on the wire: github.com/KeepSoftwareSimple/compass-calendar/issues/1239 */
const fullSyncRequired = (): Response =>
  googleError(410, {
    domain: 'calendar',
    reason: 'fullSyncRequired',
    message: 'Sync token is no longer valid, a full sync is required.',
    locationType: 'parameter',
    location: 'syncToken',
  });
