import type { Clock } from '#shared/core/clock';
import { type Instant, SECOND_MS } from '#shared/core/time';
import { fitsIntoQueue } from '#shared/core/wake-up';
import type { Queue } from '#shared/events/ports/queue';
import type { DeliveryMessage } from '#shared/webhooks/delivery/delivery-message';
import { type Delivery, isWaiting } from '#shared/webhooks/delivery/rules/delivery';
import type { SlowLane } from './slow-lane.ts';

interface Needs {
  readonly retry: Queue<DeliveryMessage>;
  readonly slowLane: SlowLane;
  readonly clock: Clock;
}

/** Wakes a waiting delivery when it is due; a wait that no queue can hold is the due index's. */
export async function wakeWhenDue({ retry, slowLane, clock }: Needs, delivery: Delivery): Promise<void> {
  if (!isWaiting(delivery)) return;
  const now = clock.now();
  if (!fitsIntoQueue(delivery.dueAt, now)) return;
  const message = { deliveryId: delivery.id, attempt: delivery.next };
  const { queue } = slowLane.has(delivery.endpointId) ? slowLane : { queue: retry };
  await queue.send([{ message, delaySeconds: secondsUntil(delivery.dueAt, now), group: delivery.endpointId }]);
}

/** Sends a message back with a delay: it came too early, or found no room. */
export async function sendBack(
  { retry }: Pick<Needs, 'retry'>,
  delivery: Delivery,
  message: DeliveryMessage,
  delaySeconds: number,
): Promise<void> {
  await retry.send([{ message, delaySeconds, group: delivery.endpointId }]);
}

/** Rounded up: an early wake-up is one more hop. */
const secondsUntil = (dueAt: Instant, now: Instant): number => Math.ceil(Math.max(0, dueAt - now) / SECOND_MS);
