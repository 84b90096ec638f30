import { calendarIdOf, idOf } from '#shared/foundation/core/ids';
import { type Instant, later, MINUTE_MS, SECOND_MS, secondsUntil } from '#shared/foundation/core/time';
import { botOfLiveFeed, DELIVERED_DUE, PEOPLE, RETENTION, SEARCH } from '#shared/foundation/dynamodb/keys';
import type { DueEntry, DueRow } from '#shared/foundation/events/due-rows';
import { outboxRefIn } from '#shared/foundation/events/outbox';
import type { DueResource, DueWorkspace, Queue } from '#shared/foundation/events/ports';
import { inItsGroup } from '#shared/foundation/events/queued-jobs';
import { traceOf } from '#shared/foundation/platform/queue-batch';
import type { DeliveryMessage } from '#shared/webhooks/delivery/delivery-message';
import { type DueDelivery, dueDeliveryIn } from '#shared/webhooks/delivery/due-delivery';
import type { AttemptGroup } from '#shared/webhooks/delivery/rules/delivery';
import { latencyAt, type SlowEndpoints } from '#shared/webhooks/delivery/rules/slow-endpoints';
import { type DueWorker, NOTHING_SENT, type SweepContext, type SweepResult } from './context.ts';
import type { PollBatches } from './poll-batches.ts';

/** The queue for an endpoint's deliveries: slow endpoints have one of their own. */
type QueueOf = (group: AttemptGroup) => Queue<DeliveryMessage>;

/** Uses the list of slow endpoints as of the start of the sweep. If it cannot be read, all use the ordinary queue. */
export async function deliveryQueues(
  { slowEndpoints, slow, retry, log }: SweepContext,
  now: Instant,
): Promise<QueueOf> {
  let listed: SlowEndpoints = {};
  try {
    listed = await slowEndpoints.read();
  } catch (error) {
    log({ worker: 'sweeper', list: 'slow endpoints', ...traceOf(error) }, 'WARN');
  }
  return (group) => (latencyAt(listed, group, now) === 'slow' ? slow : retry);
}

export interface SendContext extends SweepContext {
  readonly queueOf: QueueOf;
  readonly polls: PollBatches;
  /** What becomes due by then was sent by the sweep before, if it is sent ahead. */
  readonly sentUntil: Instant;
}

/** A queue hands a message out, and its worker writes the row, within this time of when it is due. */
const ON_ITS_WAY_MS = 15 * SECOND_MS;

/** A row overdue by more than this is sent less and less often. */
const OVERDUE_MS = 2 * MINUTE_MS;
const LONGEST_STEP_MINUTES = 60;

/** An error of one row does not stop the others. */
export async function sendSafely(context: SendContext, entry: DueEntry, now: Instant): Promise<SweepResult> {
  try {
    return await send(context, entry, now);
  } catch (error) {
    context.log({ worker: 'sweeper', pk: entry.pk, type: entry.type, ...traceOf(error) }, 'ERROR');
    return { ...NOTHING_SENT, failed: 1, ...lateness(entry, entry.dueAt, now) };
  }
}

async function send(context: SendContext, entry: DueEntry, now: Instant): Promise<SweepResult> {
  const isDue = entry.dueAt <= now;
  if (isOnItsWay(context, entry, now)) return NOTHING_SENT;
  if (entry.type === CALENDAR && now - entry.dueAt <= OVERDUE_MS) return poll(context, entry, isDue);
  // Only messages of deliveries, and of what is not sent ahead, need more than the key.
  if (!isDue && !isSentAhead(entry)) return NOTHING_SENT;
  if (!isDue && entry.type !== 'delivery') return sendWithDelay(context, entry, now);
  // A due row is read again: its work may be done by now.
  const row = await context.due.read(entry);
  if (!row) return NOTHING_SENT;
  const seen = { ...NOTHING_SENT, ...lateness(entry, row.since, now) };
  const isOverdue = now - entry.dueAt > OVERDUE_MS;
  // A row that was moved on was sent before, more than once: it is sent again when it is moved on again.
  if (row.moves > 0 && !isOverdue) return seen;
  const delivery = dueDeliveryIn(row.item);
  if (delivery !== 'unreadable') await dispatch(context, entry, { ...row, delivery }, secondsUntil(entry.dueAt, now));
  if (isOverdue) await context.due.postpone(row, later(now, stepFor(row) * MINUTE_MS));
  if (delivery === 'unreadable') throw new UnreadableRow('The row cannot be parsed.');
  return { ...seen, sent: 1 };
}

/** From ten minutes on, when the alarm `SweeperOverdue` fires, the row is named. */
const NAMED_AFTER_MS = 10 * MINUTE_MS;

function lateness(
  { pk, sk, type }: DueEntry,
  since: Instant,
  now: Instant,
): Pick<SweepResult, 'oldestOverdueMs' | 'overdue'> {
  const oldestOverdueMs = Math.max(0, now - since);
  const overdueSeconds = Math.round(oldestOverdueMs / SECOND_MS);
  return { oldestOverdueMs, overdue: oldestOverdueMs > NAMED_AFTER_MS ? [{ pk, sk, type, overdueSeconds }] : [] };
}

/** Was sent ahead by the last sweep, and its message is still in the queue, or was handed out just now. */
const isOnItsWay = ({ sentUntil }: SendContext, entry: DueEntry, now: Instant): boolean =>
  isSentAhead(entry) && entry.dueAt <= sentUntil && now < later(entry.dueAt, ON_ITS_WAY_MS);

/** A queue delays a message until it is due. The bus cannot, and what is due by its own row has time for a later sweep. */
const isSentAhead = (entry: DueEntry): boolean => entry.type !== CALENDAR && !outboxRefIn(entry) && !resourceIn(entry);

/** The type of a row by which a calendar is due. */
const CALENDAR = 'calendar_due';

/**
 * Polls are sent once they are due, and not ahead: those of one minute go together, and none is sent by two sweeps. The
 * row is not read again, since the worker reads it.
 */
function poll({ polls }: SendContext, { pk }: DueEntry, isDue: boolean): SweepResult {
  const calendarId = calendarIdOf(pk);
  if (!isDue || !calendarId) return NOTHING_SENT;
  polls.add(calendarId);
  return { ...NOTHING_SENT, sent: 1 };
}

/** A row that cannot be parsed; it is moved on like any other row without progress. */
class UnreadableRow extends Error {
  override readonly name = 'UnreadableRow';
}

async function sendWithDelay(context: SendContext, entry: DueEntry, now: Instant): Promise<SweepResult> {
  await dispatch(context, entry, undefined, secondsUntil(entry.dueAt, now));
  return { ...NOTHING_SENT, sent: 1 };
}

const stepFor = ({ moves }: DueRow): number => Math.min(LONGEST_STEP_MINUTES, 2 ** (moves + 1));

async function dispatch(
  { bots, live, polls, queueOf, bus, workers }: SendContext,
  { pk, sk }: DueEntry,
  row: (Pick<DueRow, 'workspaceId'> & { readonly delivery: DueDelivery | undefined }) | undefined,
  delaySeconds: number,
): Promise<void> {
  const botId = idOf('bot', pk);
  if (botId) return bots.send([{ message: { botId }, delaySeconds }]);
  const servedBot = botOfLiveFeed(pk);
  if (servedBot) return live.send([{ message: { botId: servedBot }, delaySeconds }]);
  const calendarId = calendarIdOf(pk);
  if (calendarId) return polls.add(calendarId);
  const delivery = row?.delivery;
  if (delivery) {
    const message = { deliveryId: delivery.id, attempt: delivery.attempt };
    return queueOf(delivery.group).send([{ message, delaySeconds, group: delivery.group }]);
  }
  const resource = resourceIn({ pk, sk });
  if (resource) {
    const message = inItsGroup({ job: resource, workspaceId: row?.workspaceId() });
    return workers[workerFor(resource)].send([message]);
  }
  const ref = outboxRefIn({ pk, sk });
  if (ref) await bus.publish([ref]);
}

/** By the sort key of the row; any other row of a workspace is its own. */
const DUE_IN_WORKSPACE: Readonly<Record<string, DueWorkspace['type']>> = {
  [RETENTION]: 'job.workspace_retention_due',
  [SEARCH]: 'job.workspace_search_due',
  [DELIVERED_DUE]: 'job.workspace_usage_due',
};

const dueOfWorkspace = (sk: string) => DUE_IN_WORKSPACE[sk] ?? 'job.workspace_due';

/** What is due by its own row, which has no job; undefined for any other row. */
function resourceIn({ pk, sk }: Pick<DueEntry, 'pk' | 'sk'>): DueResource | undefined {
  const workspaceId = idOf('wks', pk);
  if (workspaceId) return { id: workspaceId, type: dueOfWorkspace(sk) };
  const meetingId = idOf('mtg', pk);
  if (meetingId) return { id: meetingId, type: sk === PEOPLE ? 'job.meeting_people_due' : 'job.meeting_due' };
  const personId = idOf('per', pk);
  if (personId) return { id: personId, type: 'job.person_due' };
  const companyId = idOf('com', pk);
  if (companyId) return { id: companyId, type: 'job.company_due' };
  const orderId = idOf('ord', pk);
  if (orderId) return { id: orderId, type: 'job.order_due' };
  const uploadId = idOf('upl', pk);
  if (uploadId) return { id: uploadId, type: 'job.upload_due' };
  const conversationId = idOf('con', pk);
  return conversationId && { id: conversationId, type: 'job.conversation_due' };
}

function workerFor({ type }: DueResource): DueWorker {
  if (type === 'job.upload_due') return 'media';
  return type === 'job.order_due' || type === 'job.conversation_due' ? 'orders' : 'housekeeping';
}
