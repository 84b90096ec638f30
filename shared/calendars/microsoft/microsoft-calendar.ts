import { GraphEvent, GraphPage, GraphSubscription } from '#shared/calendars/microsoft/graph-answers';
import { type GraphCursor, readCursor, writeCursor } from '#shared/calendars/microsoft/graph-cursor';
import { eventsOf } from '#shared/calendars/microsoft/graph-page';
import { graphTrouble } from '#shared/calendars/microsoft/graph-trouble';
import type { MicrosoftSite } from '#shared/calendars/microsoft/microsoft-site';
import { mastersFor } from '#shared/calendars/microsoft/series-masters';
import { answerOf, isGood } from '#shared/calendars/requests/answer-of';
import { type Answered, type Asked, ask, type Fetch } from '#shared/calendars/requests/ask';
import {
  type CalendarProvider,
  CursorExpired,
  ProviderDown,
  type ProviderPage,
  ProviderRefused,
  type WantedWatch,
  type Watch,
} from '#shared/calendars/sync/ports/calendar-provider';
import type { SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import type { Clock } from '#shared/core/clock';
import { type Instant, isoOf, MINUTE_MS } from '#shared/core/time';

interface Needs {
  readonly site: Pick<MicrosoftSite, 'graph'>;
  readonly clock: Clock;
  readonly fetch: Fetch;
}

const WHO = 'Microsoft Graph';

/** Ids that stay when an event moves between folders, times in UTC, text instead of HTML; a link keeps none of these. */
const PREFERENCES = ['IdType="ImmutableId"', 'outlook.timezone="UTC"', 'outlook.body-content-type="text"'];
const ONE = { prefer: PREFERENCES.join(', ') };
/** Bodies may be long, and a page is held in memory. */
const SOME = { prefer: ['odata.maxpagesize=200', ...PREFERENCES].join(', ') };

/** Graph takes a subscription to events for up to 10,080 minutes from when it hears of it. */
const LONGEST_WATCH_MS = 10_070 * MINUTE_MS;

/** An account's own calendar in Graph v1.0, by `calendarView/delta`. A watch is a subscription to its events. */
export function microsoftCalendar({ site, clock, fetch }: Needs): CalendarProvider {
  const { graph } = site;

  const asking = async (asked: Asked): Promise<Answered> => {
    const answered = await ask(fetch, asked);
    if (!isGood(answered)) throw graphTrouble(answered, clock.now());
    return answered;
  };

  async function pageAt(access: string, { link, isFirstRound }: GraphCursor): Promise<ProviderPage> {
    const answered = await asking({ url: link, access, headers: SOME });
    const page = answerOf(GraphPage, answered, WHO);
    const masters = await mastersFor(page.value, (id) => masterAt(access, id));
    const { '@odata.nextLink': next, '@odata.deltaLink': delta } = page;
    const onward = next ?? delta;
    if (onward === undefined)
      throw new ProviderDown(`${WHO} ended a page without a link to go on by.`, { isNonsense: true });
    return {
      events: eventsOf({ value: page.value, masters, isFirstRound }),
      cursor: writeCursor({ link: onward, isFirstRound: isFirstRound && next !== undefined }),
      isLast: next === undefined,
    };
  }

  async function masterAt(access: string, id: string): Promise<GraphEvent | undefined> {
    const url = `${graph}/me/events/${encodeURIComponent(id)}`;
    const answered = await ask(fetch, { url, access, headers: ONE });
    if (answered.status === 404) return undefined;
    if (!isGood(answered)) throw graphTrouble(answered, clock.now());
    return answerOf(GraphEvent, answered, WHO);
  }

  const endAt = (until: Instant): string => isoOf(Math.min(until, clock.now() + LONGEST_WATCH_MS) as Instant);

  async function watch(access: string, { address, secret, until }: WantedWatch): Promise<Watch> {
    const body = {
      changeType: 'created,updated,deleted',
      resource: 'me/events',
      notificationUrl: address,
      lifecycleNotificationUrl: address,
      clientState: secret,
      expirationDateTime: endAt(until),
    };
    return watchIn(await asking({ url: `${graph}/subscriptions`, method: 'POST', access, body }));
  }

  const at = ({ id }: Watch): string => `${graph}/subscriptions/${encodeURIComponent(id)}`;

  return {
    readWindow: (access, window) => pageAt(access, { link: linkTo(graph, window), isFirstRound: true }),

    async readOn(access, text) {
      const cursor = readCursor(text, graph);
      return pageAt(access, cursor).catch((error: unknown) => {
        // A link that Graph can make nothing of is as good as expired: a full pass makes another.
        throw error instanceof ProviderRefused && error.status === 400 ? new CursorExpired(error.message) : error;
      });
    },

    watch,

    async renewWatch(access, old, wanted) {
      const body = { expirationDateTime: endAt(wanted.until) };
      const answered = await ask(fetch, { url: at(old), method: 'PATCH', access, body });
      if (answered.status === 404) return watch(access, wanted);
      if (!isGood(answered)) throw graphTrouble(answered, clock.now());
      return watchIn(answered);
    },

    async stopWatch(access, old) {
      const answered = await ask(fetch, { url: at(old), method: 'DELETE', access });
      if (!isGood(answered) && answered.status !== 404) throw graphTrouble(answered, clock.now());
    },
  };
}

const linkTo = (graph: string, { from, to }: SyncWindow): string =>
  `${graph}/me/calendarView/delta?${new URLSearchParams({ startDateTime: isoOf(from), endDateTime: isoOf(to) })}`;

function watchIn(answered: Answered): Watch {
  const { id, expirationDateTime } = answerOf(GraphSubscription, answered, WHO);
  const endsAt = Date.parse(expirationDateTime);
  if (Number.isNaN(endsAt)) throw new ProviderDown(`${WHO} ends a subscription at no known time.`);
  return { id, resourceId: null, endsAt: endsAt as Instant };
}
