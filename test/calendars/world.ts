import { calendarNotifications } from '#functions/hooks/calendar-notifications/index';
import { calendarSync } from '#functions/workers/calendar-sync/index';
import type { CalendarMessage } from '#functions/workers/calendar-sync/sync-calendars';
import { apiKeys } from '#shared/accounts/identity/api-keys';
import { provisionUser } from '#shared/accounts/identity/commands/provision-user';
import { workspaces } from '#shared/accounts/workspaces/store';
import { connectCalendar } from '#shared/calendars/connections/commands/connect-calendar';
import { calendarConnections } from '#shared/calendars/connections/store';
import { providerClients } from '#shared/calendars/consent/store';
import { requestSync } from '#shared/calendars/sync/commands/request-sync';
import type { ProviderPage } from '#shared/calendars/sync/ports';
import { windowAt } from '#shared/calendars/sync/rules/window';
import { calendarSyncs } from '#shared/calendars/sync/store';
import type { CalendarConnectionId, MemberId } from '#shared/foundation/core/ids';
import { type Instant, later } from '#shared/foundation/core/time';
import type { Outgoing, Ungrouped } from '#shared/foundation/events/ports';
import type { JobMessage } from '#shared/foundation/events/queued-jobs';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { type CalendarProviders, calendarProviders, type ProviderInUse } from '#shared/wiring/calendar-providers';
import { commandContext } from '#shared/wiring/command-context';
import { seededBytes, seededRandom } from '#test/benchmarks/random';
import { inMemoryKms } from '#test/doubles/aws/kms';
import type { Latency } from '#test/doubles/aws/latency';
import type { ProviderCalendar } from '#test/doubles/calendar-providers/calendar/provider-calendar';
import { aGoogle } from '#test/doubles/calendar-providers/google/a-google';
import { aMicrosoft } from '#test/doubles/calendar-providers/microsoft/a-microsoft';
import type { ProviderName, ProviderOptions, TestProvider } from '#test/doubles/calendar-providers/test-provider';
import { type InMemoryTable, inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { APP_URL, aClock, type SetClock } from '#test/support/api';
import { Container } from '#test/support/event-path/container';
import { fakeFeed } from '#test/support/fake-feed';
import { aGatewayEvent } from '#test/support/gateway-event';

/** The account has another address than the workspace knows its member by. */
export const ACCOUNT = 'ada@account.test';
export const MEMBER = 'ada@acme.test';

export interface WorldGiven {
  readonly provider: ProviderName;
  readonly seed: number;
  /** A few days before clocks change on both sides of the Atlantic, unless it says so. */
  readonly start?: Instant;
  /** What a sync run is to see of a page instead of it all, to find out whether that is noticed. */
  readonly altered?: (page: ProviderPage) => ProviderPage;
  readonly behaviour?: WorldBehaviour;
}

/** How all services behave in time; at once, where nothing is said. */
export interface WorldBehaviour {
  readonly clock: SetClock;
  readonly latency: Latency;
  /** The table as the worker reaches it. */
  readonly reached: (dynamo: InMemoryTable) => { readonly send: InMemoryTable['send'] };
  /** The provider as the worker reaches it. */
  readonly answered: (request: Request, answer: () => Promise<Response>) => Promise<Response>;
  /** Told of every request that the worker makes: of the table by its operation, of the provider as `fetch`. */
  readonly noted: (operation: string) => void;
}

export type CalendarWorld = Awaited<ReturnType<typeof aCalendarWorld>>;

export interface Invoked {
  readonly diesAt?: number;
  /** With less than half a minute, no second page is begun. */
  readonly lastsMs?: number;
}

/** As long as an invocation of the worker may last. */
const INVOCATION_MS = 120_000;

/** One member whose calendar is connected: the real worker and the real hook on in-memory AWS services, and a provider. */
export async function aCalendarWorld({ provider: name, seed, start = START, altered, behaviour }: WorldGiven) {
  const random = seededRandom(seed ^ 0x5eed);
  const clock = behaviour?.clock ?? aClock(start);
  const dynamo = inMemoryMainTable({ time: clock });
  const reached = behaviour?.reached(dynamo) ?? dynamo;
  const kms = inMemoryKms(behaviour && { latency: behaviour.latency });
  const log: Readonly<Record<string, unknown>>[] = [];
  const queued: Outgoing<CalendarMessage | JobMessage>[] = [];
  const givenUp: Ungrouped<Pick<CalendarMessage, 'connectionId'>>[] = [];
  const randomBytes = seededBytes(random);

  const tools = (container: Container) => ({
    table: tableOver(container.watch(reached)),
    clock,
    backoff: { pause: () => new Promise<void>((resolve) => setImmediate(resolve)) },
    randomBytes,
  });
  const calm = new Container('job', () => undefined, clock);
  const context = commandContext(tools(calm));
  const sealer = kmsSealer(kms, 'key');

  const hook = calendarNotifications(context, { sealer, log: (entry) => log.push(entry) });
  const send = async (request: Request): Promise<Response> => {
    const { statusCode = 0, body, headers = {} } = await hook(asEvent(request, await request.text()));
    return new Response(body ?? null, { status: statusCode, headers: headers as Record<string, string> });
  };
  const habits = drawnHabits(random);
  const provider = madeProvider(name, habits, { clock, random, send, notifies: 'when told' });
  const { calendar } = provider.addAccount({ email: ACCOUNT, name: 'Ada' });

  let fetch: TestProvider['fetch'] = behaviour
    ? provider.fetch
    : (request) => provider.fetch(forSmallPages(request, habits.pageSize));
  const workerIn = (container: Container) => {
    const inside = commandContext(tools(container));
    return calendarSync(inside, {
      providers: {
        feed: fakeFeed(clock),
        ...seenAs(
          altered,
          calendarProviders({
            ...inside,
            sealer,
            origins: { [name]: provider.origin },
            fetch: (request) =>
              container.reach('fetch', async () => {
                const answer = () => fetch(request);
                return behaviour ? behaviour.answered(request, answer) : answer();
              }),
          }),
        ),
      },
      sealer,
      queue: { send: async (messages) => void queued.push(...messages) },
      givenUp: { send: async (messages) => void givenUp.push(...messages) },
      timeScale: { scaled: (milliseconds) => milliseconds },
      appUrl: APP_URL,
      stage: 'test',
      log: (entry) => log.push(entry),
    });
  };

  const { table } = context;
  const [client] = provider.clients;
  if (client) await providerClients(table, sealer).save(name, client);
  const { workspaceId } = await provisionUser({ ...context, sealer, randomBytes, apiKeys: apiKeys({ randomBytes }) })({
    email: 'owner@acme.test',
    workspace: { name: 'Acme' },
  });

  const connect = connectCalendar({ ...context, sealer });
  /** As if the member had gone through consent, once more. */
  const consent = async () => {
    const workspace = await workspaces.find(table, workspaceId);
    if (!workspace) throw new Error('There is no workspace.');
    const { refreshToken } = provider.grant(ACCOUNT);
    const memberData = { name: 'Ada', email: MEMBER, metadata: {} };
    return connect(workspace.state, { memberData, provider: name, accountEmail: ACCOUNT, refreshToken });
  };
  const { id, memberId }: { id: CalendarConnectionId; memberId: MemberId } = await consent();

  const ask = requestSync(context);
  return {
    ...{
      clock,
      dynamo,
      log,
      queued,
      givenUp,
      provider,
      calendar,
      workspaceId,
      connectionId: id,
      memberId,
      random,
      kms,
    },
    /** Whether something may have changed without a notification: only a full sync finds it. */
    mayBeSilent: () => isSilent(name, habits, calendar, clock.now()),
    consent,
    send,
    /** Has all that the worker asks of the provider go through this. */
    listen: (between: TestProvider['fetch']) => {
      fetch = between;
    },
    sync: async () => (await calendarSyncs.find(table, id))?.state,
    connection: async () => (await calendarConnections.find(table, id))?.state,
    /** POST /calendar_connections/{id}/sync, as a permitted user. */
    async askForSync() {
      if ((await calendarConnections.find(table, id))?.state.status === 'active') await ask(id);
    },
    /** A message arrives: one invocation, which may die before its nth request of the table or the provider. */
    async message({ diesAt, lastsMs = INVOCATION_MS }: Invoked = {}): Promise<void> {
      let requests = 0;
      const container = new Container(
        'job',
        ({ operation }) => {
          behaviour?.noted(operation);
          requests += 1;
          return requests === diesAt ? { kind: 'kill', when: 'before' } : undefined;
        },
        clock,
      );
      const deadline = later(clock.now(), lastsMs);
      const invocation = { getRemainingTimeInMillis: () => deadline - clock.now() };
      const work = workerIn(container);
      // As the sweeper finds it; what the poll leaves to a run is sent on.
      const known = queued.length;
      await Promise.race([work(messageOf({ connectionIds: [id] }), invocation), container.died]);
      const [next] = queued.slice(known);
      if (next) await Promise.race([work(messageOf(next.message), invocation), container.died]);
    },
  };
}

const START = Date.UTC(2026, 9, 20, 9, 30) as Instant;

/** What providers leave open, drawn for each life. */
function drawnHabits(random: () => number) {
  return {
    /** Small, so that a sync run has several. */
    pageSize: 2 + Math.floor(random() * 12),
    movedOut: (['shown', 'shown', 'cancelled', 'cancelled', 'silent'] as const)[Math.floor(random() * 5)] ?? 'shown',
    alwaysWithMaster: random() < 0.5,
  };
}
type Habits = ReturnType<typeof drawnHabits>;

/**
 * Google says nowhere that it tells of what leaves the window. Graph may tell of a series by a moved occurrence alone,
 * where that is all it has in the window: then it cannot be known whether the others are gone.
 */
function isSilent(name: ProviderName, habits: Habits, calendar: ProviderCalendar, now: Instant): boolean {
  if (name === 'google') return habits.movedOut === 'silent';
  if (habits.alwaysWithMaster) return false;
  const inSeries = calendar.occurrences(windowAt(now)).filter(({ recurring }) => recurring);
  return [...Map.groupBy(inSeries, ({ eventId }) => eventId).values()].some((all) =>
    all.every(({ isException }) => isException),
  );
}

function madeProvider(
  name: ProviderName,
  { movedOut, alwaysWithMaster }: Habits,
  options: ProviderOptions,
): TestProvider {
  return name === 'google' ? aGoogle({ ...options, movedOut }) : aMicrosoft({ ...options, alwaysWithMaster });
}

/** The request as a client would make it that wants small pages. */
function forSmallPages(request: Request, size: number): Request {
  const url = new URL(request.url);
  const prefer = request.headers.get('prefer') ?? '';
  if (!url.searchParams.has('maxResults') && !prefer.includes('maxpagesize')) return request;
  if (url.searchParams.has('maxResults')) url.searchParams.set('maxResults', String(size));
  const headers = new Headers(request.headers);
  if (prefer !== '') headers.set('prefer', prefer.replace(/maxpagesize=\d+/, `maxpagesize=${size}`));
  return new Request(url, { method: request.method, headers });
}

function seenAs(altered: WorldGiven['altered'], providers: CalendarProviders): CalendarProviders {
  if (!altered) return providers;
  const seen = (one: ProviderInUse): ProviderInUse => ({
    ...one,
    calendar: {
      ...one.calendar,
      readWindow: async (access, window) => altered(await one.calendar.readWindow(access, window)),
      readOn: async (access, cursor) => altered(await one.calendar.readOn(access, cursor)),
    },
  });
  return { google: seen(providers.google), microsoft: seen(providers.microsoft) };
}

const messageOf = (body: unknown) => ({
  Records: [
    {
      messageId: 'm1',
      receiptHandle: 'r1',
      body: JSON.stringify(body),
      attributes: { ApproximateReceiveCount: '1' },
      eventSourceARN: 'arn:aws:sqs:eu-central-1:123456789012:calendars',
    },
  ],
});

/** A provider's request as the gateway hands it over. */
function asEvent(request: Request, body: string) {
  const { pathname, search } = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  return aGatewayEvent({ method: request.method, path: `${pathname}${search}`, headers, body });
}
