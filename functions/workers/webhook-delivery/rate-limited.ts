import { LONGEST_DELAY_MS, queueDelay, SECOND_MS } from '#shared/foundation/core/time';
import type { DeliveryMessage } from '#shared/webhooks/delivery/delivery-message';
import { attemptGroup, type Delivery, isWaiting, type RateSlot } from '#shared/webhooks/delivery/rules/delivery';
import { isAhead, nextTry, scheduledAttempt, slotOf } from '#shared/webhooks/delivery/rules/rate-slot';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import type { DeliveryContext, ReceivedMessage } from './context.ts';
import { scheduleNextAttempt } from './queues.ts';

/** What became of a message whose attempt waits for a slot of its endpoint. */
export const RATE_LIMITED = 'rate limited';

/** The slot that a leased attempt has to wait for; undefined if it may begin at once, and is counted. */
export async function slotToWaitFor(
  { rateLimiter, clock, random }: DeliveryContext,
  delivery: Delivery,
  { id, maxPerSecond }: WebhookEndpoint,
): Promise<RateSlot | undefined> {
  if (maxPerSecond === null) return undefined;
  const of = attemptOf(delivery);
  const slot = slotOf(delivery, of) ?? { of, at: await rateLimiter.reserve(id, maxPerSecond) };
  if (isAhead(slot, clock.now())) return slot;
  if (await rateLimiter.take(id, maxPerSecond)) return undefined;
  return nextTry(slot, clock.now(), random()) ?? { of, at: await rateLimiter.reserve(id, maxPerSecond) };
}

/** The redelivery request that the lease is for, or the step in the schedule. */
const attemptOf = (delivery: Delivery): string =>
  delivery.lease?.asking ?? (isWaiting(delivery) ? scheduledAttempt(delivery.next) : '');

/** Queues a message for the slot of its attempt, again and again where it is further away than a queue can hold it. */
export async function requeueForSlot(
  context: DeliveryContext,
  delivery: Delivery,
  { message }: ReceivedMessage,
): Promise<string> {
  if (!('manual' in message)) await scheduleNextAttempt(context, delivery);
  else await queueForSlot(context, delivery, { ...message, ...(delivery.slot && { token: delivery.slot.of }) });
  return RATE_LIMITED;
}

async function queueForSlot(
  { clock, retry, slowQueue }: DeliveryContext,
  delivery: Delivery,
  message: DeliveryMessage,
): Promise<void> {
  const now = clock.now();
  const group = attemptGroup(delivery);
  const delaySeconds = queueDelay(delivery.slot?.at ?? now, now) ?? LONGEST_DELAY_MS / SECOND_MS;
  const { queue } = slowQueue.latencyOf(group) === 'slow' ? slowQueue : { queue: retry };
  await queue.send([{ message, delaySeconds, group }]);
}
