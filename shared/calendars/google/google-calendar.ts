import * as v from 'valibot';
import { googleError } from '#shared/calendars/google/google-errors';
import { EVENT_TYPES, providerEventOf } from '#shared/calendars/google/google-event';
import { FIELDS, GoogleChannel, GoogleEvent, GooglePage } from '#shared/calendars/google/google-schemas';
import type { GoogleUrls } from '#shared/calendars/requests/provider-urls';
import {
  type Fetch,
  isSuccess,
  type ProviderRequest,
  type ProviderResponse,
  parseResponse,
  readEvent,
  sendRequest,
} from '#shared/calendars/requests/send-request';
import {
  type CalendarProvider,
  CursorExpired,
  ProviderDown,
  type ProviderPage,
  type WantedWatch,
  type Watch,
} from '#shared/calendars/sync/ports';
import type { SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import type { Clock } from '#shared/foundation/core/clock';
import { type Instant, isoOf } from '#shared/foundation/core/time';

interface Needs {
  readonly urls: Pick<GoogleUrls, 'calendar'>;
  readonly clock: Clock;
  readonly fetch: Fetch;
}

const PROVIDER = 'Google Calendar';

/** Events on a page, at most 2,500. A description may have 8 KB, and a page is held in memory. */
const PAGE_SIZE = '500';

/** The primary calendar of an account in Google Calendar v3. A watch is a notification channel, which is replaced rather than renewed. */
export function googleCalendar({ urls, clock, fetch }: Needs): CalendarProvider {
  const events = `${urls.calendar}/calendars/primary/events`;

  const send = async (request: ProviderRequest): Promise<ProviderResponse> => {
    const response = await sendRequest(fetch, request);
    if (!isSuccess(response)) throw googleError(response, clock.now());
    return response;
  };

  async function readPage(access: string, cursor: GoogleCursor): Promise<ProviderPage> {
    const response = await send({ url: `${events}?${parametersOf(cursor)}`, access });
    const page = parseResponse(GooglePage, response, PROVIDER);
    return {
      events: page.items.map((item) => readEvent(GoogleEvent, item, (event) => providerEventOf(event, page.timeZone))),
      cursor: writeCursor(cursorAfter(page, cursor)),
      isLast: page.nextPageToken === undefined,
    };
  }

  async function watch(access: string, { id, address, secret, until }: WantedWatch): Promise<Watch> {
    const body = { id, type: 'web_hook', address, token: secret, expiration: String(until) };
    const response = await send({ url: `${events}/watch`, method: 'POST', access, body });
    const channel = parseResponse(GoogleChannel, response, PROVIDER);
    return { id: channel.id, resourceId: channel.resourceId, endsAt: Number(channel.expiration) as Instant };
  }

  async function stopWatch(access: string, { id, resourceId }: Watch): Promise<void> {
    const body = { id, resourceId };
    const response = await sendRequest(fetch, { url: `${urls.calendar}/channels/stop`, method: 'POST', access, body });
    if (!isSuccess(response) && response.status !== 404) throw googleError(response, clock.now());
  }

  return {
    readWindow: (access, window) => readPage(access, { window }),
    readOn: async (access, cursor) => readPage(access, readCursor(cursor)),
    watch,
    async renewWatch(access, old, wanted) {
      const next = await watch(access, wanted);
      // A channel that is not stopped expires by itself; until then every change is notified twice.
      await stopWatch(access, old).catch(() => undefined);
      return next;
    },
    stopWatch,
  };
}

/** A sync token excludes a time window (https://developers.google.com/workspace/calendar/api/v3/reference/events/list). */
function parametersOf(cursor: GoogleCursor): string {
  const parameters = new URLSearchParams({ singleEvents: 'true', maxResults: PAGE_SIZE, fields: FIELDS });
  for (const type of EVENT_TYPES) parameters.append('eventTypes', type);
  if ('sync' in cursor) parameters.set('syncToken', cursor.sync);
  else {
    parameters.set('timeMin', isoOf(cursor.window.from));
    parameters.set('timeMax', isoOf(cursor.window.to));
  }
  if (cursor.page !== undefined) parameters.set('pageToken', cursor.page);
  return parameters.toString();
}

function cursorAfter({ nextPageToken, nextSyncToken }: GooglePage, cursor: GoogleCursor): GoogleCursor {
  if (nextPageToken !== undefined) return { ...cursor, page: nextPageToken };
  if (nextSyncToken !== undefined) return { sync: nextSyncToken };
  throw new ProviderDown(`${PROVIDER} ended a list without a token to continue with.`, { isInvalidResponse: true });
}

/**
 * The position in a list. Every page of a sync run is requested with the parameters of its first page: the ends of the
 * window, or the sync token.
 */
type GoogleCursor =
  | { readonly window: SyncWindow; readonly page?: string | undefined }
  | { readonly sync: string; readonly page?: string | undefined };

const instant = v.pipe(
  v.number(),
  v.transform((milliseconds) => milliseconds as Instant),
);
const page = v.optional(v.string());

const StoredCursor: v.GenericSchema<unknown, GoogleCursor> = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([v.object({ window: v.object({ from: instant, to: instant }), page }), v.object({ sync: v.string(), page })]),
);

const writeCursor = (cursor: GoogleCursor): string => JSON.stringify(cursor);

/** Throws `CursorExpired` for a text that `writeCursor` did not write. */
function readCursor(text: string): GoogleCursor {
  const parsed = v.safeParse(StoredCursor, text);
  if (!parsed.success) throw new CursorExpired('The cursor is not one of Google Calendar.');
  return parsed.output;
}
