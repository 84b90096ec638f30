import { idOf } from '#shared/core/ids';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/core/time';
import { noticeIn } from '#shared/events/outbox-notice';
import type { DueDelivery, DueEntry, DueRow } from '#shared/events/ports/due-rows';
import { traceOf } from '#shared/platform/queue-batch';
import { type Found, NOTHING } from './found.ts';
import type { LaneOf } from './lanes.ts';
import type { SweepNeeds } from './needs.ts';

export interface SendNeeds extends SweepNeeds {
  readonly laneOf: LaneOf;
}

/** Whoever was sent to this row has had its time: from here on it is sent less and less often. */
const OVERDUE_MS = 2 * MINUTE_MS;
const LONGEST_STEP_MINUTES = 60;

/** One row that cannot be sent must not keep the others. */
export async function sendSafely(needs: SendNeeds, entry: DueEntry, now: Instant): Promise<Found> {
  try {
    return await send(needs, entry, now);
  } catch (error) {
    needs.log({ worker: 'sweeper', pk: entry.pk, type: entry.type, ...traceOf(error) }, 'ERROR');
    return { sent: 0, failed: 1, oldestOverdueMs: Math.max(0, now - entry.dueAt) };
  }
}

async function send(needs: SendNeeds, entry: DueEntry, now: Instant): Promise<Found> {
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
async function sendAhead(needs: SendNeeds, entry: DueEntry, now: Instant): Promise<Found> {
  if (noticeIn(entry) || idOf('wks', entry.pk)) return NOTHING;
  await dispatch(needs, entry, undefined, secondsUntil(entry.dueAt, now));
  return { ...NOTHING, sent: 1 };
}

const stepFor = ({ moves }: DueRow): number => Math.min(LONGEST_STEP_MINUTES, 2 ** (moves + 1));

async function dispatch(
  { bots, calendars, laneOf, bus }: SendNeeds,
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
    return laneOf(delivery.endpointId).send([{ message, delaySeconds, group: delivery.endpointId }]);
  }
  const workspaceId = idOf('wks', pk);
  const notice = workspaceId ? ({ id: workspaceId, type: 'job.workspace_due' } as const) : noticeIn({ pk, sk });
  if (notice) await bus.publish([notice]);
}

const secondsUntil = (dueAt: Instant, now: Instant): number => Math.ceil(Math.max(0, dueAt - now) / SECOND_MS);
