import { idOf } from '#shared/core/ids';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/core/time';
import { noticeIn } from '#shared/events/outbox-notice';
import type { DueDelivery, DueEntry, DueRow } from '#shared/events/ports/due-rows';
import { traceOf } from '#shared/platform/queue-batch';
import type { QueueOf } from './delivery-queues.ts';
import type { SweepNeeds } from './needs.ts';
import { NOTHING_SENT, type SweepResult } from './sweep-result.ts';

export interface SendNeeds extends SweepNeeds {
  readonly queueOf: QueueOf;
}

/** A row overdue by more than this is sent less and less often. */
const OVERDUE_MS = 2 * MINUTE_MS;
const LONGEST_STEP_MINUTES = 60;

/** An error of one row does not stop the others. */
export async function sendSafely(needs: SendNeeds, entry: DueEntry, now: Instant): Promise<SweepResult> {
  try {
    return await send(needs, entry, now);
  } catch (error) {
    needs.log({ worker: 'sweeper', pk: entry.pk, type: entry.type, ...traceOf(error) }, 'ERROR');
    return { sent: 0, failed: 1, oldestOverdueMs: Math.max(0, now - entry.dueAt) };
  }
}

async function send(needs: SendNeeds, entry: DueEntry, now: Instant): Promise<SweepResult> {
  const isDue = entry.dueAt <= now;
  // Only the message of a delivery needs more than the key. An overdue row is read again: it may be done by now.
  if (!isDue && entry.type !== 'delivery') return sendWithDelay(needs, entry, now);
  const row = await needs.due.read(entry);
  if (!row) return NOTHING_SENT;
  const seen = { ...NOTHING_SENT, oldestOverdueMs: Math.max(0, now - row.since) };
  const isOverdue = now - entry.dueAt > OVERDUE_MS;
  // A row that was moved on was sent before, more than once: it is sent again when it is moved on again.
  if (row.moves > 0 && !isOverdue) return seen;
  if (row.delivery !== 'unreadable') await dispatch(needs, entry, row.delivery, secondsUntil(entry.dueAt, now));
  if (isOverdue) await needs.due.moveOn(row, later(now, stepFor(row) * MINUTE_MS));
  if (row.delivery === 'unreadable') throw new UnreadableRow('The row cannot be parsed.');
  return { ...seen, sent: 1 };
}

/** A row that cannot be parsed; it is moved on like any other row without progress. */
class UnreadableRow extends Error {
  override readonly name = 'UnreadableRow';
}

/** A queue delays a message until it is due; the bus cannot, so rows for the bus wait for a later sweep. */
async function sendWithDelay(needs: SendNeeds, entry: DueEntry, now: Instant): Promise<SweepResult> {
  if (noticeIn(entry) || idOf('wks', entry.pk)) return NOTHING_SENT;
  await dispatch(needs, entry, undefined, secondsUntil(entry.dueAt, now));
  return { ...NOTHING_SENT, sent: 1 };
}

const stepFor = ({ moves }: DueRow): number => Math.min(LONGEST_STEP_MINUTES, 2 ** (moves + 1));

async function dispatch(
  { bots, calendars, queueOf, bus }: SendNeeds,
  { pk, sk }: DueEntry,
  delivery: DueDelivery | undefined,
  delaySeconds: number,
): Promise<void> {
  const botId = idOf('bot', pk);
  if (botId) return bots.send([{ message: { botId }, delaySeconds }]);
  const connectionId = idOf('cal', pk);
  if (connectionId) return calendars.send([{ message: { connectionId }, delaySeconds }]);
  if (delivery) {
    const message = { deliveryId: delivery.id, attempt: delivery.attempt };
    return queueOf(delivery.endpointId).send([{ message, delaySeconds, group: delivery.endpointId }]);
  }
  const workspaceId = idOf('wks', pk);
  const notice = workspaceId ? ({ id: workspaceId, type: 'job.workspace_due' } as const) : noticeIn({ pk, sk });
  if (notice) await bus.publish([notice]);
}

const secondsUntil = (dueAt: Instant, now: Instant): number => Math.ceil(Math.max(0, dueAt - now) / SECOND_MS);
