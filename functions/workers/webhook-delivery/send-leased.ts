import type { Loaded } from '#shared/core/store';
import type { EndedAttempt } from '#shared/webhooks/delivery/ports/deliveries';
import { type AttemptOutcome, acknowledged } from '#shared/webhooks/delivery/rules/attempt';
import { attemptEnded } from '#shared/webhooks/delivery/rules/attempt-ended';
import { type Delivery, skip } from '#shared/webhooks/delivery/rules/delivery';
import { isOpen, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import type { AttemptMetrics } from './attempt-metrics.ts';
import { attemptOnce } from './attempt-once.ts';
import type { DeliveryNeeds, ReceivedMessage } from './needs.ts';
import { scheduleNextAttempt } from './requeue.ts';

/** An error after the lease was acquired and before the attempt was recorded: retry after the lease has ended. */
export class FailedUnderLease extends Error {
  override readonly name = 'FailedUnderLease';
}

export const LEASE_LOST = 'lost the lease';

/** Sends the delivery that this invocation has leased, records the attempt, and schedules the next one if it failed. */
export async function sendLeased(
  needs: DeliveryNeeds,
  leased: Loaded<Delivery>,
  received: ReceivedMessage,
): Promise<string> {
  const saved = await keepingLease(needs, leased, received);
  // The lease expired and another worker acquired it, which now records the attempt.
  if (!saved) return LEASE_LOST;
  await scheduleNextAttempt(needs, saved.state);
  return saved.state.status;
}

/** Wraps every error, so that the message returns after the lease has ended. */
async function keepingLease(needs: DeliveryNeeds, leased: Loaded<Delivery>, received: ReceivedMessage) {
  try {
    const endpoint = (await needs.endpoints.find(leased.state.endpointId))?.state;
    return isOpen(endpoint, leased.state.workspaceId)
      ? await sendAndRecord(needs, leased, endpoint, received)
      : await needs.deliveries.save(leased, unleased(skip(leased.state)), needs.clock.now());
  } catch (cause) {
    throw new FailedUnderLease('The delivery stays leased until its lease ends.', { cause });
  }
}

async function sendAndRecord(
  needs: DeliveryNeeds,
  leased: Loaded<Delivery>,
  endpoint: WebhookEndpoint,
  { message, timeLeft, metrics }: ReceivedMessage,
): Promise<Loaded<Delivery> | undefined> {
  const trigger = 'manual' in message ? 'manual' : 'automatic';
  const answer = await attemptOnce(needs, { delivery: leased.state, endpoint, timeLeft });
  const outcome: AttemptOutcome = { trigger, ...answer };
  const now = needs.clock.now();
  const circumstances = { now, random: needs.random(), timeScale: needs.pace.scaled(1) };
  const { attempt, delivery } = attemptEnded(leased.state, outcome, circumstances);
  // The record shows the URL of the newest attempt: an owner may have changed it since.
  const ended = { attempt, delivery: { ...delivery, url: endpoint.url } };
  const saved = await needs.deliveries.recordAttempt(leased, ended, now);
  await needs.slowQueue.recordAttempt(endpoint.id, attempt);
  if (saved) report(needs, metrics, { attempt, delivery: saved.state });
  return saved;
}

/** Counts the attempt. One that was not acknowledged also gets a log line with ids and its result. */
function report({ log }: DeliveryNeeds, metrics: AttemptMetrics, ended: EndedAttempt): void {
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
