import { type Instant, later, SECOND_MS } from '#shared/foundation/core/time';
import { DUE_SHARDS } from '#shared/foundation/dynamodb/keys';
import type { DuePage } from '#shared/foundation/events/due-rows';
import { withMetrics } from '#shared/foundation/platform/log';
import { traceOf } from '#shared/foundation/platform/queue-batch';
import {
  combined,
  NOTHING_SENT,
  remainderOf,
  type ShardRemainder,
  type SweepContext,
  type SweepResult,
} from './context.ts';
import { pollBatches } from './poll-batches.ts';
import { deliveryQueues, type SendContext, sendSafely } from './send-due-row.ts';
import { slotsSince, sweepSlot } from './sweep-slot.ts';

/** The minute to the next sweep and a margin; rows due within it are sent now, with the rest as a delay. */
const AHEAD_MS = 75 * SECOND_MS;
const NEVER = 0 as Instant;
/** Pages of one shard in one invocation: five thousand rows. */
const MOST_PAGES = 10;
/** A page of each shard takes a few seconds; with less time left, the next page could time out. */
const PAGE_NEEDS_MS = 15 * SECOND_MS;
/** Lambda's recursive loop detection stops about sixteen invocations in a row. The rest is left to the next minute. */
const MOST_HOPS = 12;

interface Invocation {
  getRemainingTimeInMillis(): number;
}

/** The position of a sweep in its shard. */
type Position = Pick<ShardRemainder, 'shard' | 'hops'> & { readonly after: string | undefined };

/**
 * Sends every due row to its worker. It writes only when a row stays overdue: the row is moved on by 2, 4, 8 … 60 minutes
 * each time, so that a backlog or a poison row is not sent again every minute. What is too much for one invocation is
 * left to further invocations, shard by shard.
 */
export function sweep(context: SweepContext) {
  const slots = slotsSince();
  const ahead = sentAhead();
  return async (event?: unknown, invocation?: Invocation): Promise<void> => {
    const now = context.clock.now();
    const rest = remainderOf(event);
    const timeLeft = () => invocation?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY;
    const begins = rest ? [rest] : EVERY_SHARD;
    const polls = pollBatches(context);
    const sentUntil = rest ? NEVER : ahead.until();
    const withQueues = { ...context, queueOf: await deliveryQueues(context, now), polls, sentUntil };
    const swept = await Promise.all([
      ...begins.map((begin) => sweepShard(withQueues, begin, now, timeLeft)),
      ...(rest ? [] : slots(now)).map((slot) => sweepSlot(withQueues, slot)),
    ]);
    const found = [...swept, await polls.send()].reduce(combined);
    if (!rest) ahead.swept(found, later(now, AHEAD_MS));
    const { overdue, ...counts } = found;
    const named = overdue.length > 0 && { overdue };
    context.log({ worker: 'sweeper', ...counts, ...named, ...asMetric(context.stage, now, found) });
    if (found.failed > 0) throw new Error('Some due rows were not sent; the next minute repeats the sweep.');
  };
}

/**
 * Until when the sweeps of this execution environment have sent what becomes due: a row that the last sweep sent ahead
 * has its message in a queue, and gets no second one from this sweep. A sweep in which something was not sent, or was
 * left to another invocation, counts for nothing. What is written since with a due time before then has a message of
 * its own; one that was lost is found once the row is due, a minute later at most.
 */
function sentAhead() {
  let last = NEVER;
  return {
    until: (): Instant => last,
    swept: ({ failed, left }: SweepResult, until: Instant): void => {
      if (failed === 0 && left === 0) last = until;
    },
  };
}

/** A metric is paid for by the hour in which it has a value, so it has none while nothing is late. */
const asMetric = (stage: string, at: Instant, { oldestOverdueMs }: SweepResult) => {
  if (oldestOverdueMs === 0) return {};
  const OldestOverdueSeconds = { unit: 'Seconds', value: Math.round(oldestOverdueMs / SECOND_MS) } as const;
  return withMetrics({ stage, at, metrics: { OldestOverdueSeconds } });
};

const EVERY_SHARD: readonly Position[] = Array.from({ length: DUE_SHARDS.swept }, (_, shard) => ({
  shard,
  after: undefined,
  hops: 1,
}));

async function sweepShard(
  context: SendContext,
  begin: Position,
  now: Instant,
  timeLeft: () => number,
): Promise<SweepResult> {
  const { shard, hops } = begin;
  let found = NOTHING_SENT;
  let { after } = begin;
  for (let page = 0; page < MOST_PAGES && (page === 0 || timeLeft() >= PAGE_NEEDS_MS); page += 1) {
    const read = await pageSafely(context, shard, now, after);
    if (!read) return combined(found, { ...NOTHING_SENT, failed: 1 });
    found = (await Promise.all(read.entries.map((entry) => sendSafely(context, entry, now)))).reduce(combined, found);
    if (read.next === undefined) return found;
    after = read.next;
  }
  return after === undefined ? found : combined(found, await continueSafely(context, { shard, after, hops: hops + 1 }));
}

/** An error of one shard does not stop the others. */
async function pageSafely(
  { due, log }: SweepContext,
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

/** Nothing is lost if this fails: the next minute begins the shard again, without the rows that were moved on. */
async function continueSafely({ continueIn, log }: SweepContext, rest: ShardRemainder): Promise<SweepResult> {
  const { shard, hops } = rest;
  log(
    {
      worker: 'sweeper',
      shard,
      hops,
      outcome: hops > MOST_HOPS ? 'left for the next minute' : 'left to another invocation',
    },
    'WARN',
  );
  const leftOne = { ...NOTHING_SENT, left: 1 };
  if (hops > MOST_HOPS) return leftOne;
  try {
    await continueIn(rest);
    return leftOne;
  } catch (error) {
    log({ worker: 'sweeper', shard, ...traceOf(error) }, 'ERROR');
    return { ...NOTHING_SENT, failed: 1 };
  }
}
