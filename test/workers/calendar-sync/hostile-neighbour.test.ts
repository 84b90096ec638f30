import { calendarConnections } from '#functions/api/calendar-connections/index';
import { members } from '#functions/api/members/index';
import { calendarSync } from '#functions/workers/calendar-sync/index';
import { configFor } from '#lib/config';
import { feedAccess, feedCalendar } from '#shared/calendars/feeds/feed-calendar';
import { httpFeed } from '#shared/calendars/feeds/http-feed';
import { readFeed } from '#shared/calendars/feeds/ical/read-feed';
import { FeedFailed, type ReadFeed } from '#shared/calendars/feeds/ports';
import { calendarSyncs } from '#shared/calendars/sync/store';
import type { CalendarFeedId } from '#shared/foundation/core/ids';
import { MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { Outgoing } from '#shared/foundation/events/ports';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { seededBytes, seededRandom } from '#test/benchmarks/random';
import { inMemoryKms } from '#test/doubles/aws/kms';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { productionOptions } from '#test/infra/production-options';
import { timeLine } from '#test/simulation/time-line';
import { APP_URL, aWorld, callsTo, noon } from '#test/support/api';
import { fakeCalendar } from '#test/support/fake-calendar';
import { aCalendar, anIcalEvent } from '#test/support/fake-feed';
import { NEVER } from '#test/support/hostile-feeds';
import { describe, expect, it } from '#test/support/jest';

const HOSTILE_FEEDS = 10;
/** Guesses on the slow side, of a request to the table, of one to a server of feeds, and of a usual file. */
const TABLE_MS = 10;
const FETCH_MS = 200;
const READ_MS = 100;
/** The feed is due so much later than the hostile ones, which are being read by then. */
const LATER_MS = 400;
/** Looks in a row at which nothing had begun or ended: then everything waits. */
const CALM_LOOKS = 4;

interface Given {
  readonly hostile: number;
  /** Invocations of the worker at a time. */
  readonly concurrency: number;
  /** What the processor does for a hostile file. */
  readonly hostileMs?: number;
  /** Whether the queue serves message groups fairly. */
  readonly isFair?: boolean;
  /** What the queue gets: an event of the bus for each feed, or all in one message of the sweeper. */
  readonly from?: 'the bus' | 'the sweeper';
}

interface Waiting {
  readonly body: string;
  readonly group: string | undefined;
}

/**
 * A queue in simulated time. Fair queues serve groups with few messages in flight first, and ungrouped messages like
 * those of a quiet group.
 */
function aFairQueue({ concurrency, isFair }: Required<Pick<Given, 'concurrency' | 'isFair'>>) {
  const waiting: Waiting[] = [];
  const inFlight: Waiting[] = [];
  let work: (body: string) => Promise<void> = async () => undefined;
  const loadOf = ({ group }: Waiting) =>
    isFair && group !== undefined ? inFlight.filter((one) => one.group === group).length : 0;
  const next = (): Waiting | undefined => {
    const [first] = [...waiting].sort((one, other) => loadOf(one) - loadOf(other));
    if (first) waiting.splice(waiting.indexOf(first), 1);
    return first;
  };
  const pump = (): void => {
    while (inFlight.length < concurrency) {
      const message = next();
      if (!message) return;
      inFlight.push(message);
      void work(message.body).finally(() => {
        inFlight.splice(inFlight.indexOf(message), 1);
        pump();
      });
    }
  };
  return {
    isBusy: (): boolean => inFlight.length > 0,
    consume: (by: typeof work) => {
      work = by;
    },
    put: (messages: readonly Waiting[]): void => {
      waiting.push(...messages);
      pump();
    },
  };
}

/** Syncs the first time a feed of one workspace, behind the feeds of another: the real worker, on simulated time. */
async function aVictim({ hostile, concurrency, hostileMs = SECOND_MS, isFair = true, from = 'the bus' }: Given) {
  const random = seededRandom(1);
  const time = timeLine(noon, random);
  const { clock } = time;
  let isOn = false;
  /** Goes up with all that begins or ends. */
  let steps = 0;
  const takes = async (milliseconds: number): Promise<void> => {
    steps += 1;
    if (isOn) await time.after(milliseconds);
    steps += 1;
  };
  const dynamo = inMemoryMainTable({ time: clock, latency: () => takes(TABLE_MS) });
  const world = aWorld({}, dynamo, kmsSealer(inMemoryKms(), 'key'), seededBytes(random), clock);
  const { context } = world;

  const feedsOf = async (name: string, count: number): Promise<readonly CalendarFeedId[]> => {
    const { key, workspaceId: workspace_id } = await world.anOwner(name, [`${name}.test`]);
    const ids: CalendarFeedId[] = [];
    for (let nth = 0; nth < count; nth += 1) {
      // A member may have five.
      const body = { workspace_id, name: 'Ada', email: `ada-${nth}@${name}.test` };
      const { id: member_id } = (await callsTo(members(context))('POST', '/members', { key, body })).body;
      const feed = { workspace_id, member_id, url: `https://${name}.example.com/${nth}.ics` };
      const added = await callsTo(calendarConnections(context))('POST', '/calendar_feeds', { key, body: feed });
      ids.push(added.body.id);
    }
    return ids;
  };
  const others = await feedsOf('hostile', hostile);
  const [victim] = await feedsOf('victim', 1);
  if (!victim) throw new Error('There is no feed.');

  const reads: ('hostile' | 'victim')[] = [];
  const reader: ReadFeed = async ({ bytes }, window) => {
    const text = Buffer.from(bytes).toString();
    const isHostile = text.includes('UID:never');
    reads.push(isHostile ? 'hostile' : 'victim');
    await takes(isHostile ? hostileMs : READ_MS);
    if (isHostile) throw new FeedFailed('too_large');
    return readFeed(text, window);
  };
  const usual = anIcalEvent('planning', 'SUMMARY:Planning', 'DTSTART:20261103T150000Z', 'DTEND:20261103T160000Z');
  const fetch = async ({ url }: Request) => {
    await takes(FETCH_MS);
    return new Response(aCalendar(url.includes('hostile') ? NEVER : usual));
  };

  const queue = aFairQueue({ concurrency, isFair });
  const send = async (messages: readonly Outgoing<unknown>[]) =>
    queue.put(messages.map(({ message, group }) => ({ body: JSON.stringify(message), group })));
  const handler = calendarSync(context, {
    providers: {
      ...{ google: fakeCalendar(), microsoft: fakeCalendar() },
      feed: {
        calendar: feedCalendar({ fetchFeed: httpFeed({ fetch, clock }), readFeed: reader, clock }),
        consent: feedAccess(clock),
      },
    },
    sealer: context.sealer,
    queue: { send },
    givenUp: { send: async () => undefined },
    timeScale: { scaled: (milliseconds) => milliseconds },
    appUrl: APP_URL,
    stage: 'test',
    log: () => undefined,
  });
  let syncedAt: number | undefined;
  queue.consume(async (body) => {
    const record = {
      ...{ messageId: 'm', receiptHandle: 'r', body, eventSourceARN: 'arn:aws:sqs:eu-central-1:1:calendars' },
      attributes: { ApproximateReceiveCount: '1' },
    };
    await handler({ Records: [record] }, { getRemainingTimeInMillis: () => 2 * MINUTE_MS });
    if (body.includes(`"connectionId":"${victim}"`)) syncedAt ??= clock.now();
  });

  const event = (id: CalendarFeedId) => ({ 'detail-type': 'calendar.due', detail: { id: 'out_1', subject: id } });
  const isDue = (ids: readonly CalendarFeedId[]) => {
    const bodies = from === 'the bus' ? ids.map(event) : [{ connectionIds: ids }];
    queue.put(bodies.map((body) => ({ body: JSON.stringify(body), group: undefined })));
  };
  isOn = true;
  isDue(others);
  time.at(noon + LATER_MS, () => isDue([victim]));
  let [seen, calm] = [steps, 0];
  const isBusy = (): boolean => {
    calm = steps === seen ? calm + 1 : 0;
    seen = steps;
    return calm < CALM_LOOKS;
  };
  do await time.run(isBusy);
  while (queue.isBusy());
  isOn = false;
  const { syncedAt: saved } = (await calendarSyncs.find(context.table, victim))?.state ?? {};
  if (syncedAt === undefined || !saved) throw new Error('The feed was not synced.');
  return { tookMs: syncedAt - noon - LATER_MS, hostileReadsBefore: reads.indexOf('victim') };
}

const alone = (given: Omit<Given, 'hostile'>) => aVictim({ ...given, hostile: 0 });

describe.each(['the bus', 'the sweeper'] as const)(
  'a feed beside ten hostile ones of another workspace, due from %s,',
  (from) => {
    const beside = (given: Omit<Given, 'hostile'>) => aVictim({ ...given, from, hostile: HOSTILE_FEEDS });

    it('is synced within 1.5 times its time alone', async () => {
      const { calendars: concurrency = Number.POSITIVE_INFINITY } = configFor(
        'production',
        productionOptions,
      ).concurrency;

      const { tookMs } = await beside({ concurrency });

      expect(tookMs).toBeLessThanOrEqual(1.5 * (await alone({ concurrency, from })).tookMs);
    });

    it('waits for the reads under way where they have every invocation, and not for the others', async () => {
      const concurrency = 2;
      const { tookMs, hostileReadsBefore } = await beside({ concurrency });

      // One more begins while the message of the feed gets its message group.
      expect(hostileReadsBefore).toBeLessThanOrEqual(concurrency + 1);
      expect(tookMs).toBeLessThan((await alone({ concurrency, from })).tookMs + 1.5 * SECOND_MS);
    });

    it('waits for all of them without message groups', async () => {
      expect((await beside({ concurrency: 2, isFair: false })).hostileReadsBefore).toBe(HOSTILE_FEEDS);
    });

    it('waits for as long as one of them is read without a bound', async () => {
      expect((await beside({ concurrency: 2, hostileMs: 20 * SECOND_MS })).tookMs).toBeGreaterThan(19 * SECOND_MS);
    });
  },
);
