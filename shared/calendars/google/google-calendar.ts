import { FIELDS, GoogleChannel, GooglePage } from '#shared/calendars/google/google-answers';
import { type GoogleCursor, readCursor, writeCursor } from '#shared/calendars/google/google-cursor';
import { EVENT_TYPES, providerEventOf } from '#shared/calendars/google/google-event';
import type { GoogleSite } from '#shared/calendars/google/google-site';
import { googleTrouble } from '#shared/calendars/google/google-trouble';
import { answerOf, isGood } from '#shared/calendars/requests/answer-of';
import { type Answered, type Asked, ask, type Fetch } from '#shared/calendars/requests/ask';
import {
  type CalendarProvider,
  ProviderDown,
  type ProviderPage,
  type WantedWatch,
  type Watch,
} from '#shared/calendars/sync/ports/calendar-provider';
import type { Clock } from '#shared/core/clock';
import { type Instant, isoOf } from '#shared/core/time';

interface Needs {
  readonly site: Pick<GoogleSite, 'calendar'>;
  readonly clock: Clock;
  readonly fetch: Fetch;
}

const WHO = 'Google Calendar';

/** Events on a page; Google gives at most 2,500. Descriptions may have 8 KB each, and a page is held in memory. */
const PAGE_SIZE = '500';

/** Google Calendar v3 of an account's primary calendar. A watch is a channel, which cannot be renewed, only followed. */
export function googleCalendar({ site, clock, fetch }: Needs): CalendarProvider {
  const events = `${site.calendar}/calendars/primary/events`;

  const asking = async (asked: Asked): Promise<Answered> => {
    const answered = await ask(fetch, asked);
    if (!isGood(answered)) throw googleTrouble(answered, clock.now());
    return answered;
  };

  async function pageAt(access: string, cursor: GoogleCursor): Promise<ProviderPage> {
    const answered = await asking({ url: `${events}?${parametersOf(cursor)}`, access });
    const page = answerOf(GooglePage, answered, WHO);
    return {
      events: page.items.map((event) => providerEventOf(event, page.timeZone)),
      cursor: writeCursor(cursorAfter(page, cursor)),
      isLast: page.nextPageToken === undefined,
    };
  }

  async function watch(access: string, { id, address, secret, until }: WantedWatch): Promise<Watch> {
    const body = { id, type: 'web_hook', address, token: secret, expiration: String(until) };
    const answered = await asking({ url: `${events}/watch`, method: 'POST', access, body });
    const channel = answerOf(GoogleChannel, answered, WHO);
    return { id: channel.id, resourceId: channel.resourceId, endsAt: Number(channel.expiration) as Instant };
  }

  async function stopWatch(access: string, { id, resourceId }: Watch): Promise<void> {
    const body = { id, resourceId };
    const answered = await ask(fetch, { url: `${site.calendar}/channels/stop`, method: 'POST', access, body });
    if (!isGood(answered) && answered.status !== 404) throw googleTrouble(answered, clock.now());
  }

  return {
    readWindow: (access, window) => pageAt(access, { window }),
    readOn: async (access, cursor) => pageAt(access, readCursor(cursor)),
    watch,
    async renewWatch(access, old, wanted) {
      const next = await watch(access, wanted);
      // Should it not stop now, it lapses by itself; meanwhile changes are told twice.
      await stopWatch(access, old).catch(() => undefined);
      return next;
    },
    stopWatch,
  };
}

/** https://developers.google.com/workspace/calendar/api/v3/reference/events/list: a sync token goes with no window. */
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
  throw new ProviderDown(`${WHO} ended a list without a token to go on from.`, { isNonsense: true });
}
