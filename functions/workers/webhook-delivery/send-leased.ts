import type { Loaded } from '#shared/core/store';
import { type AttemptOutcome, acknowledged } from '#shared/webhooks/delivery/rules/attempt';
import { attemptEnded, type EndedAttempt } from '#shared/webhooks/delivery/rules/attempt-ended';
import { type Delivery, skip } from '#shared/webhooks/delivery/rules/delivery';
import { isOpen, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';
import type { AttemptMetrics } from './attempt-metrics.ts';
import { attemptOnce } from './attempt-once.ts';
import type { DeliveryContext, ReceivedMessage } from './context.ts';
import { scheduleNextAttempt } from './requeue.ts';

/** An error after the lease was acquired and before the attempt was recorded: retry after the lease has ended. */
export class FailedUnderLease extends Error {
  override readonly name = 'FailedUnderLease';
}

export const LEASE_LOST = 'lost the lease';

/** Sends the delivery that this invocation has leased, records the attempt, and schedules the next one if it failed. */
export async function sendLeased(
  context: DeliveryContext,
  leased: Loaded<Delivery>,
  received: ReceivedMessage,
): Promise<string> {
  const saved = await keepingLease(context, leased, received);
  // The lease expired and another worker acquired it, which now records the attempt.
  if (!saved) return LEASE_LOST;
  await scheduleNextAttempt(context, saved.state);
  return saved.state.status;
}

/** Wraps every error, so that the message returns after the lease has ended. */
async function keepingLease(context: DeliveryContext, leased: Loaded<Delivery>, received: ReceivedMessage) {
  try {
    const endpoint = (await webhookEndpoints.find(context.table, leased.state.endpointId))?.state;
    return isOpen(endpoint, leased.state.workspaceId)
      ? await sendAndRecord(context, leased, endpoint, received)
      : await context.deliveries.save(leased, unleased(skip(leased.state)), context.clock.now());
  } catch (cause) {
    throw new FailedUnderLease('The delivery stays leased until its lease ends.', { cause });
  }
}

async function sendAndRecord(
  context: DeliveryContext,
  leased: Loaded<Delivery>,
  endpoint: WebhookEndpoint,
  { message, timeLeft, metrics }: ReceivedMessage,
): Promise<Loaded<Delivery> | undefined> {
  const trigger = 'manual' in message ? 'manual' : 'automatic';
  const answer = await attemptOnce(context, { delivery: leased.state, endpoint, timeLeft });
  const outcome: AttemptOutcome = { trigger, ...answer };
  const now = context.clock.now();
  const circumstances = { now, random: context.random(), timeScale: context.pace.scaled(1) };
  const { attempt, delivery } = attemptEnded(leased.state, outcome, circumstances);
  // The record shows the URL of the newest attempt: an owner may have changed it since.
  const ended = { attempt, delivery: { ...delivery, url: endpoint.url } };
  const saved = await context.deliveries.recordAttempt(leased, ended, now);
  await context.slowQueue.recordAttempt(endpoint.id, attempt);
  if (saved) report(context, metrics, { attempt, delivery: saved.state });
  return saved;
}

/** Counts the attempt. One that was not acknowledged also gets a log line with ids and its result. */
function report({ log }: DeliveryContext, metrics: AttemptMetrics, ended: EndedAttempt): void {
  metrics.add(ended);
  const { attempt, delivery } = ended;
  if (acknowledged(attempt)) return;
  log({
    worker: 'webhook-delivery',
    deliveryId: delivery.id,
    endpointId: delivery.endpointId,
    workspaceId: delivery.workspaceId,
    attempt: attempt.number,
    result: attempt.error ?? `status_${attempt.responseStatus}`,
    durationMs: attempt.durationMs,
    deliveryStatus: delivery.status,
  });
}

const unleased = ({ lease: _ended, ...delivery }: Delivery): Delivery => delivery;
