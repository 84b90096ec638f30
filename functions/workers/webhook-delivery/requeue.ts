import type { Clock } from '#shared/core/clock';
import { type Instant, SECOND_MS } from '#shared/core/time';
import { fitsIntoQueue } from '#shared/core/wake-up';
import type { Queue } from '#shared/events/ports/queue';
import type { DeliveryMessage } from '#shared/webhooks/delivery/delivery-message';
import { type Delivery, isWaiting } from '#shared/webhooks/delivery/rules/delivery';
import type { SlowQueue } from './slow-queue.ts';

interface Context {
  readonly retry: Queue<DeliveryMessage>;
  readonly slowQueue: SlowQueue;
  readonly clock: Clock;
}

/** Queues the next attempt with a delay until it is due. A delay beyond the SQS maximum is left to the sweeper. */
export async function scheduleNextAttempt({ retry, slowQueue, clock }: Context, delivery: Delivery): Promise<void> {
  if (!isWaiting(delivery)) return;
  const now = clock.now();
  if (!fitsIntoQueue(delivery.dueAt, now)) return;
  const message = { deliveryId: delivery.id, attempt: delivery.next };
  const { queue } = slowQueue.has(delivery.endpointId) ? slowQueue : { queue: retry };
  await queue.send([{ message, delaySeconds: secondsUntil(delivery.dueAt, now), group: delivery.endpointId }]);
}

/** Puts a message back with a delay: the delivery is leased, or its endpoint is at the concurrency limit. */
export async function requeue(
  { retry }: Pick<Context, 'retry'>,
  delivery: Delivery,
  message: DeliveryMessage,
  delaySeconds: number,
): Promise<void> {
  await retry.send([{ message, delaySeconds, group: delivery.endpointId }]);
}

/** Rounded up: a message that comes early is queued once more. */
const secondsUntil = (dueAt: Instant, now: Instant): number => Math.ceil(Math.max(0, dueAt - now) / SECOND_MS);
