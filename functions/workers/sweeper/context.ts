import * as v from 'valibot';
import type { Clock } from '#shared/foundation/core/clock';
import type { BotId, CalendarId } from '#shared/foundation/core/ids';
import { DUE_SHARDS } from '#shared/foundation/dynamodb/keys';
import type { DueRows } from '#shared/foundation/events/due-rows';
import type { EventBus, KeyQueue, Queue } from '#shared/foundation/events/ports';
import type { JobMessage } from '#shared/foundation/events/queued-jobs';
import type { writeLog } from '#shared/foundation/platform/log';
import type { DeliveryMessage } from '#shared/webhooks/delivery/delivery-message';
import type { SlowEndpointList } from '#shared/webhooks/delivery/slow-endpoints-store';

/** A worker for what is due by its own row. */
export type DueWorker = 'housekeeping' | 'orders' | 'media';

export interface SweepContext {
  readonly due: DueRows;
  readonly bots: KeyQueue<{ readonly botId: BotId }>;
  /** Bots whose live transcripts someone may read. */
  readonly live: KeyQueue<{ readonly botId: BotId }>;
  /** Polls of calendars, many in one message. */
  readonly calendars: KeyQueue<{ readonly connectionIds: readonly CalendarId[] }>;
  readonly retry: Queue<DeliveryMessage>;
  /** The queue of slow endpoints, and the list of them. */
  readonly slow: Queue<DeliveryMessage>;
  readonly slowEndpoints: Pick<SlowEndpointList, 'read'>;
  /** For jobs and events that were not published. */
  readonly bus: EventBus;
  /** The queues of the workers for what is due by its own row. */
  readonly workers: Readonly<Record<DueWorker, Queue<JobMessage>>>;
  /** Invokes the sweeper again asynchronously for the rest of a shard. */
  readonly continueIn: (rest: ShardRemainder) => Promise<void>;
  readonly clock: Clock;
  /** A dimension of the metrics: stages may share an account. */
  readonly stage: string;
  readonly log: typeof writeLog;
}

const ShardRemainder = v.object({
  shard: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(DUE_SHARDS.swept - 1)),
  /** The position after which the next page begins. */
  after: v.string(),
  /** Consecutive invocations for this shard, this one included. */
  hops: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

/** The rest of a shard that one invocation leaves to the next. */
export type ShardRemainder = v.InferOutput<typeof ShardRemainder>;

/** Undefined for the scheduled event, which covers all shards. */
export const remainderOf = (event: unknown): ShardRemainder | undefined =>
  v.is(v.object({ shard: v.unknown() }), event) ? v.parse(ShardRemainder, event) : undefined;

/** The counts of one sweep, for its log line. */
export interface SweepResult {
  readonly sent: number;
  readonly failed: number;
  /** Shards whose rest was left to another invocation. */
  readonly left: number;
  readonly oldestOverdueMs: number;
  /** The rows that are overdue for longest, at most ten. */
  readonly overdue: readonly OverdueRow[];
}

/** A row without progress, as the log names it. */
interface OverdueRow {
  readonly pk: string;
  readonly sk: string;
  readonly type: string;
  readonly overdueSeconds: number;
}

/** Rows in one log line. */
const MOST_NAMED = 10;

export const NOTHING_SENT: SweepResult = { sent: 0, failed: 0, left: 0, oldestOverdueMs: 0, overdue: [] };

export const combined = (one: SweepResult, other: SweepResult): SweepResult => ({
  sent: one.sent + other.sent,
  failed: one.failed + other.failed,
  left: one.left + other.left,
  oldestOverdueMs: Math.max(one.oldestOverdueMs, other.oldestOverdueMs),
  overdue: longest([...one.overdue, ...other.overdue]),
});

const longest = (rows: readonly OverdueRow[]): readonly OverdueRow[] =>
  rows.toSorted((one, other) => other.overdueSeconds - one.overdueSeconds).slice(0, MOST_NAMED);
