import { type Instant, later, SECOND_MS } from '#shared/core/time';
import { DUE_SHARDS } from '#shared/dynamodb/keys';
import type { DuePage } from '#shared/events/ports/due-rows';
import { withMetrics } from '#shared/platform/metrics';
import { traceOf } from '#shared/platform/queue-batch';
import { type Found, NOTHING, together } from './found.ts';
import { lanes } from './lanes.ts';
import type { SweepNeeds } from './needs.ts';
import { type RestOfShard, restIn } from './rest-of-shard.ts';
import { type SendNeeds, sendSafely } from './send-due-row.ts';

/** A minute to the next sweep, and a margin; what is due within it is sent now, with the rest as a delay. */
const AHEAD_MS = 75 * SECOND_MS;
/** Pages of one shard in one invocation, five thousand rows. */
const MOST_PAGES = 10;
/** A page of each of the eight shards takes a few seconds; less than this left, and the next may be cut off. */
const PAGE_NEEDS_MS = 15 * SECOND_MS;
/** Lambda ends what calls itself about sixteen times in a row. What is left then is for the next minute. */
const MOST_HOPS = 12;

interface Invocation {
  getRemainingTimeInMillis(): number;
}

/** Where in its shard a sweep stands. */
type Position = Pick<RestOfShard, 'shard' | 'hops'> & { readonly after: string | undefined };

/**
 * Sends whatever is due to where it is worked on. It decides nothing and writes nothing, but for a row that stays
 * overdue: that is moved on by 2, 4, 8 … 60 minutes each time, so that a backlog or a poison row is not sent again
 * every minute for ever. What is too much for one invocation it hands on, shard by shard, to others.
 */
export const sweep =
  (needs: SweepNeeds) =>
  async (event?: unknown, invocation?: Invocation): Promise<void> => {
    const now = needs.clock.now();
    const rest = restIn(event);
    const timeLeft = () => invocation?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY;
    const begins = rest ? [rest] : EVERY_SHARD;
    const knowing = { ...needs, laneOf: await lanes(needs, now) };
    const found = (await Promise.all(begins.map((begin) => sweepShard(knowing, begin, now, timeLeft)))).reduce(
      together,
    );
    needs.log({ worker: 'sweeper', ...found, ...asMetric(needs.stage, now, found) });
    if (found.failed > 0) throw new Error('Some of what is due was not sent; the next minute repeats it.');
  };

const asMetric = (stage: string, at: Instant, { oldestOverdueMs }: Found) => {
  const OldestOverdueSeconds = { unit: 'Seconds', value: Math.round(oldestOverdueMs / SECOND_MS) } as const;
  return withMetrics({ stage, at, metrics: { OldestOverdueSeconds } });
};

const EVERY_SHARD: readonly Position[] = Array.from({ length: DUE_SHARDS }, (_, shard) => ({
  shard,
  after: undefined,
  hops: 1,
}));

async function sweepShard(needs: SendNeeds, begin: Position, now: Instant, timeLeft: () => number): Promise<Found> {
  const { shard, hops } = begin;
  let found = NOTHING;
  let { after } = begin;
  for (let page = 0; page < MOST_PAGES && (page === 0 || timeLeft() >= PAGE_NEEDS_MS); page += 1) {
    const read = await pageSafely(needs, shard, now, after);
    if (!read) return together(found, { ...NOTHING, failed: 1 });
    found = (await Promise.all(read.entries.map((entry) => sendSafely(needs, entry, now)))).reduce(together, found);
    if (read.next === undefined) return found;
    after = read.next;
  }
  return after === undefined ? found : together(found, await handOnSafely(needs, { shard, after, hops: hops + 1 }));
}

/** A shard that cannot be read must not keep the other seven. */
async function pageSafely(
  { due, log }: SweepNeeds,
  shard: number,
  now: Instant,
  after: string | undefined,
): Promise<DuePage | undefined> {
  try {
    return await due.page(shard, later(now, AHEAD_MS), after);
  } catch (error) {
    log({ worker: 'sweeper', shard, ...traceOf(error) }, 'ERROR');
    return undefined;
  }
}

/** Nothing is lost where it fails: the next minute begins the shard anew, behind what was moved on. */
async function handOnSafely({ handOn, log }: SweepNeeds, rest: RestOfShard): Promise<Found> {
  const { shard, hops } = rest;
  log({ worker: 'sweeper', shard, hops, outcome: hops > MOST_HOPS ? 'left for the next minute' : 'handed on' }, 'WARN');
  if (hops > MOST_HOPS) return NOTHING;
  try {
    await handOn(rest);
    return NOTHING;
  } catch (error) {
    log({ worker: 'sweeper', shard, ...traceOf(error) }, 'ERROR');
    return { ...NOTHING, failed: 1 };
  }
}
