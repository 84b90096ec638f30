import { type BotId, idOf } from '#shared/domain/ids';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/domain/time';
import type { writeLog } from '#shared/platform/log';
import { traceOf } from '#shared/platform/queue-batch';
import type { Clock } from '#shared/ports/clock';
import type { DueDelivery, DueEntry, DuePage, DueRow, DueRows } from '#shared/ports/due-rows';
import type { EventBus } from '#shared/ports/event-bus';
import type { Queue } from '#shared/ports/queue';
import { DUE_SHARDS } from '#shared/storage/keys';
import { noticeIn } from '#shared/storage/outbox-notice';
import type { DeliveryMessage } from '#shared/webhooks/delivery-message';

export interface SweepNeeds {
  readonly due: DueRows;
  readonly bots: Queue<{ readonly botId: BotId }>;
  readonly retry: Queue<DeliveryMessage>;
  readonly bus: EventBus;
  readonly clock: Clock;
  /** Stages may share an account, and its metrics. */
  readonly stage: string;
  readonly log: typeof writeLog;
}

/** A minute to the next sweep, and a margin; what is due within it is sent now, with the rest as a delay. */
const AHEAD_MS = 75 * SECOND_MS;
/** Whoever was sent to this row has had its time: from here on it is sent less and less often. */
const OVERDUE_MS = 2 * MINUTE_MS;
const LONGEST_STEP_MINUTES = 60;
/** Pages of one partition in one sweep; a backlog beyond that is for the next minute, behind what was moved on. */
const MOST_PAGES = 10;

/** What one sweep found, for its log line. */
interface Found {
  readonly sent: number;
  readonly failed: number;
  readonly oldestOverdueMs: number;
}

/**
 * Sends whatever is due to where it is worked on. It decides nothing and writes nothing, but for a row that stays
 * overdue: that is moved on by 2, 4, 8 … 60 minutes each time, so that a backlog or a poison row is not sent again
 * every minute for ever.
 */
export const sweep = (needs: SweepNeeds) => async (): Promise<void> => {
  const now = needs.clock.now();
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => sweepShard(needs, shard, now));
  const found = (await Promise.all(shards)).reduce(together);
  needs.log({ worker: 'sweeper', stage: needs.stage, ...found, ...asMetric(found, now) });
  if (found.failed > 0) throw new Error('Some of what is due was not sent; the next minute repeats it.');
};

const together = (one: Found, other: Found): Found => ({
  sent: one.sent + other.sent,
  failed: one.failed + other.failed,
  oldestOverdueMs: Math.max(one.oldestOverdueMs, other.oldestOverdueMs),
});

const NOTHING: Found = { sent: 0, failed: 0, oldestOverdueMs: 0 };

async function sweepShard(needs: SweepNeeds, shard: number, now: Instant): Promise<Found> {
  let found = NOTHING;
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const read = await pageSafely(needs, shard, now, after);
    if (!read) return together(found, { ...NOTHING, failed: 1 });
    found = (await Promise.all(read.entries.map((entry) => sendSafely(needs, entry, now)))).reduce(together, found);
    if (read.next === undefined) break;
    after = read.next;
  }
  return found;
}

/** A partition that cannot be read must not keep the other seven. */
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

/** One row that cannot be sent must not keep the others. */
async function sendSafely(needs: SweepNeeds, entry: DueEntry, now: Instant): Promise<Found> {
  try {
    return await send(needs, entry, now);
  } catch (error) {
    needs.log({ worker: 'sweeper', pk: entry.pk, type: entry.type, ...traceOf(error) }, 'ERROR');
    return { sent: 0, failed: 1, oldestOverdueMs: Math.max(0, now - entry.dueAt) };
  }
}

async function send(needs: SweepNeeds, entry: DueEntry, now: Instant): Promise<Found> {
  const isDue = entry.dueAt <= now;
  // Only a delivery's message needs more than its key says; what is overdue may have been seen to meanwhile.
  if (!isDue && entry.type !== 'delivery') return sendAhead(needs, entry, now);
  const row = await needs.due.read(entry);
  if (!row) return NOTHING;
  const seen = { ...NOTHING, oldestOverdueMs: Math.max(0, now - row.since) };
  const isOverdue = now - entry.dueAt > OVERDUE_MS;
  // What was moved on had been sent, and more than once: it is sent again when it is moved on again.
  if (row.moves > 0 && !isOverdue) return seen;
  if (row.delivery !== 'unreadable') await dispatch(needs, entry, row.delivery, secondsUntil(entry.dueAt, now));
  if (isOverdue) await needs.due.moveOn(row, later(now, stepFor(row) * MINUTE_MS));
  if (row.delivery === 'unreadable') throw new UnreadableRow('No version of this code wrote the row.');
  return { ...seen, sent: 1 };
}

/** A row to be mended by hand; it is moved on like any other that makes no progress. */
class UnreadableRow extends Error {
  override readonly name = 'UnreadableRow';
}

/** A queue holds the message back until its moment; the bus cannot, so what goes there waits for a later sweep. */
async function sendAhead(needs: SweepNeeds, entry: DueEntry, now: Instant): Promise<Found> {
  if (noticeIn(entry) || idOf('wks', entry.pk)) return NOTHING;
  await dispatch(needs, entry, undefined, secondsUntil(entry.dueAt, now));
  return { ...NOTHING, sent: 1 };
}

const stepFor = ({ moves }: DueRow): number => Math.min(LONGEST_STEP_MINUTES, 2 ** (moves + 1));

async function dispatch(
  { bots, retry, bus }: SweepNeeds,
  { pk, sk }: DueEntry,
  delivery: DueDelivery | undefined,
  delaySeconds: number,
): Promise<void> {
  const botId = idOf('bot', pk);
  if (botId) return bots.send([{ message: { botId }, delaySeconds }]);
  if (delivery) {
    const message = { deliveryId: delivery.id, attempt: delivery.attempt };
    return retry.send([{ message, delaySeconds, group: delivery.endpointId }]);
  }
  const workspaceId = idOf('wks', pk);
  const notice = workspaceId ? ({ id: workspaceId, type: 'job.workspace_due' } as const) : noticeIn({ pk, sk });
  if (notice) await bus.publish([notice]);
}

const secondsUntil = (dueAt: Instant, now: Instant): number => Math.ceil(Math.max(0, dueAt - now) / SECOND_MS);

/** CloudWatch reads this out of the log line (embedded metric format): no request, no cost by the row. */
const asMetric = ({ oldestOverdueMs }: Found, now: Instant) => ({
  OldestOverdueSeconds: Math.round(oldestOverdueMs / SECOND_MS),
  _aws: {
    Timestamp: now,
    CloudWatchMetrics: [
      {
        Namespace: 'Rapporteur',
        Dimensions: [['stage']],
        Metrics: [{ Name: 'OldestOverdueSeconds', Unit: 'Seconds' }],
      },
    ],
  },
});
