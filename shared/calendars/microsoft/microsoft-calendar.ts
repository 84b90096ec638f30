import * as v from 'valibot';
import { graphError } from '#shared/calendars/microsoft/graph-errors';
import {
  eventsOf,
  type FetchedMaster,
  type GraphCursor,
  mastersFor,
  readCursor,
  writeCursor,
} from '#shared/calendars/microsoft/graph-page';
import { GraphEvent, GraphPage, GraphSubscription } from '#shared/calendars/microsoft/graph-schemas';
import type { MicrosoftUrls } from '#shared/calendars/requests/provider-urls';
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
  ProviderRefused,
  type WantedWatch,
  type Watch,
} from '#shared/calendars/sync/ports';
import type { SyncWindow, UnreadEvent } from '#shared/calendars/sync/rules/provider-event';
import type { Clock } from '#shared/foundation/core/clock';
import { type Instant, isoOf, MINUTE_MS } from '#shared/foundation/core/time';

interface Needs {
  readonly urls: Pick<MicrosoftUrls, 'graph'>;
  readonly clock: Clock;
  readonly fetch: Fetch;
}

const PROVIDER = 'Microsoft Graph';

/** Ids that stay the same when an event moves to another folder, times in UTC, text instead of HTML. A next link does not keep these. */
const PREFERENCES = ['IdType="ImmutableId"', 'outlook.timezone="UTC"', 'outlook.body-content-type="text"'];
const EVENT_HEADERS = { prefer: PREFERENCES.join(', ') };
/** Bodies may be long, and a page is held in memory. */
const PAGE_HEADERS = { prefer: ['odata.maxpagesize=200', ...PREFERENCES].join(', ') };

/** A subscription to events lasts at most 10,080 minutes from its creation. */
const LONGEST_WATCH_MS = 10_070 * MINUTE_MS;

/** The default calendar of an account in Graph v1.0, by `calendarView/delta`. A watch is a subscription to its events. */
export function microsoftCalendar({ urls, clock, fetch }: Needs): CalendarProvider {
  const { graph } = urls;

  const send = async (request: ProviderRequest): Promise<ProviderResponse> => {
    const response = await sendRequest(fetch, request);
    if (!isSuccess(response)) throw graphError(response, clock.now());
    return response;
  };

  async function readPage(access: string, { link, isFirstRound }: GraphCursor): Promise<ProviderPage> {
    const response = await send({ url: link, access, headers: PAGE_HEADERS });
    const page = parseResponse(GraphPage, response, PROVIDER);
    const items = page.value.map((item) => readEvent(GraphEvent, item, (event) => event));
    const value = items.filter((item): item is GraphEvent => !isUnread(item));
    const masters = await mastersFor(value, (id) => fetchMaster(access, id));
    const { '@odata.nextLink': next, '@odata.deltaLink': delta } = page;
    const nextLink = next ?? delta;
    if (nextLink === undefined)
      throw new ProviderDown(`${PROVIDER} ended a page without a link to continue with.`, { isInvalidResponse: true });
    return {
      events: [...items.filter(isUnread), ...eventsOf({ value, masters, isFirstRound })],
      cursor: writeCursor({ link: nextLink, isFirstRound: isFirstRound && next !== undefined }),
      isLast: next === undefined,
    };
  }

  /** A master that Graph refuses to show, or that cannot be read, is no reason to stop: the rest of the calendar is readable. */
  async function fetchMaster(access: string, id: string): Promise<FetchedMaster> {
    const url = `${graph}/me/events/${encodeURIComponent(id)}`;
    const response = await sendRequest(fetch, { url, access, headers: EVENT_HEADERS });
    if (response.status === 404) return undefined;
    if (response.status === 400 || response.status === 403) return 'unreadable';
    if (!isSuccess(response)) throw graphError(response, clock.now());
    const parsed = v.safeParse(GraphEvent, response.json);
    return parsed.success ? parsed.output : 'unreadable';
  }

  const expirationOf = (until: Instant): string => isoOf(Math.min(until, clock.now() + LONGEST_WATCH_MS) as Instant);

  async function watch(access: string, { address, secret, until }: WantedWatch): Promise<Watch> {
    const body = {
      changeType: 'created,updated,deleted',
      resource: 'me/events',
      notificationUrl: address,
      lifecycleNotificationUrl: address,
      clientState: secret,
      expirationDateTime: expirationOf(until),
    };
    return watchIn(await send({ url: `${graph}/subscriptions`, method: 'POST', access, body }));
  }

  const subscriptionUrl = ({ id }: Watch): string => `${graph}/subscriptions/${encodeURIComponent(id)}`;

  return {
    readWindow: (access, window) => readPage(access, { link: deltaLink(graph, window), isFirstRound: true }),

    async readOn(access, text) {
      const cursor = readCursor(text, graph);
      return readPage(access, cursor).catch((error: unknown) => {
        // A link that Graph refuses counts as expired: a full sync run gets another.
        throw error instanceof ProviderRefused && error.status === 400 ? new CursorExpired(error.message) : error;
      });
    },

    watch,

    async renewWatch(access, old, wanted) {
      const body = { expirationDateTime: expirationOf(wanted.until) };
      const response = await sendRequest(fetch, { url: subscriptionUrl(old), method: 'PATCH', access, body });
      if (response.status === 404) return watch(access, wanted);
      if (!isSuccess(response)) throw graphError(response, clock.now());
      return watchIn(response);
    },

    async stopWatch(access, old) {
      const response = await sendRequest(fetch, { url: subscriptionUrl(old), method: 'DELETE', access });
      if (!isSuccess(response) && response.status !== 404) throw graphError(response, clock.now());
    },
  };
}

const isUnread = (item: GraphEvent | UnreadEvent): item is UnreadEvent => 'kind' in item;

const deltaLink = (graph: string, { from, to }: SyncWindow): string =>
  `${graph}/me/calendarView/delta?${new URLSearchParams({ startDateTime: isoOf(from), endDateTime: isoOf(to) })}`;

function watchIn(response: ProviderResponse): Watch {
  const { id, expirationDateTime } = parseResponse(GraphSubscription, response, PROVIDER);
  const endsAt = Date.parse(expirationDateTime);
  if (Number.isNaN(endsAt)) throw new ProviderDown(`${PROVIDER} sent a subscription without a valid expiration.`);
  return { id, resourceId: null, endsAt: endsAt as Instant };
}
