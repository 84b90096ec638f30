import type { Loaded } from '#shared/core/store';
import { redeliveryJobOf } from '#shared/webhooks/delivery/delivery-message';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import {
  acquireLease,
  acquireLeaseForRedelivery,
  type LeaseDecision,
  type RedeliveryLeaseDecision,
} from '#shared/webhooks/delivery/rules/lease';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import type { DeliveryNeeds, ReceivedMessage } from './needs.ts';
import { requeue, scheduleNextAttempt } from './requeue.ts';
import { FailedUnderLease, LEASE_LOST, sendLeased } from './send-leased.ts';
import { requireTimeLeft } from './time-left.ts';

/** Attempts to acquire the lease before the message is left to its queue. */
const ROUNDS = 4;
const AT_LIMIT = 'at limit';
const REROUTED = 'rerouted';
const GROUPED = 'grouped';
/** Longer than a lease. */
const AFTER_THE_LEASE_SECONDS = 35;

/** Processes one message: acquires the lease and sends, or drops or requeues the message. Returns the outcome. */
export const deliver = (needs: DeliveryNeeds) => {
  const limit = new ConcurrencyLimit();
  const deliverOnce = async (received: ReceivedMessage): Promise<string> => {
    requireTimeLeft(received.timeLeft);
    const [delivery] = await Promise.all([
      needs.deliveries.find(received.message.deliveryId),
      needs.slowQueue.refresh(),
    ]);
    if (!delivery) return 'gone';
    if (!received.grouped) return addMessageGroup(needs, delivery.state, received);
    const { endpointId } = delivery.state;
    if (!limit.acquire(endpointId)) return atLimit(needs, delivery.state, received);
    try {
      return await acquireAndSend(needs, delivery, received);
    } finally {
      limit.release(endpointId);
    }
  };
  return async (received: ReceivedMessage): Promise<string> => {
    const outcome = await deliverOnce(received);
    const job = redeliveryJobOf(received.message);
    if (job && !UNFINISHED.includes(outcome)) await needs.outbox.finish(job);
    return outcome;
  };
};

/** The message is back in its queue, or no attempt is recorded: the job of a redelivery stays due. */
const UNFINISHED: readonly string[] = ['leased', AT_LIMIT, LEASE_LOST, REROUTED, GROUPED];

async function acquireAndSend(
  needs: DeliveryNeeds,
  read: Loaded<Delivery>,
  received: ReceivedMessage,
): Promise<string> {
  let before: Loaded<Delivery> | undefined = read;
  for (let round = 0; before && round < ROUNDS; round += 1) {
    const decision = decide(needs, before.state, received);
    if (decision.outcome !== 'acquired') return finishUnleased(needs, before.state, decision, received);
    if (!received.rerouted && needs.slowQueue.has(before.state.endpointId))
      return reroute(needs, before.state, received);
    const leased = await saveLease(needs, before, decision.delivery);
    if (leased) return sendLeased(needs, leased, received);
    before = await needs.deliveries.find(read.state.id);
  }
  if (before) throw new Error('The delivery changed each time it was read.');
  return 'gone';
}

/** A lease whose response was lost is still in force, so the message must not return before it ends. */
async function saveLease({ deliveries }: DeliveryNeeds, before: Loaded<Delivery>, leased: Delivery) {
  try {
    return await deliveries.hold(before, leased);
  } catch (cause) {
    throw new FailedUnderLease('The delivery may be leased until the lease ends.', { cause });
  }
}

function decide(
  { clock, newToken }: DeliveryNeeds,
  delivery: Delivery,
  { message, receiveCount }: ReceivedMessage,
): LeaseDecision | RedeliveryLeaseDecision {
  const now = clock.now();
  const token = newToken();
  return 'manual' in message
    ? acquireLeaseForRedelivery(delivery, { now, asking: message.token ?? token, token })
    : acquireLease(delivery, { attempt: message.attempt, now, receiveCount, token });
}

type NotAcquired = Exclude<LeaseDecision | RedeliveryLeaseDecision, { readonly outcome: 'acquired' }>;

/** The delivery is not sent by this message. */
async function finishUnleased(
  needs: DeliveryNeeds,
  delivery: Delivery,
  { outcome }: NotAcquired,
  { message }: ReceivedMessage,
): Promise<string> {
  switch (outcome) {
    case 'early':
    case 'staleHeal':
      await scheduleNextAttempt(needs, delivery);
      return outcome;
    case 'leased':
      // A scheduled message is dropped, since the lease holder's message is the retry; a redelivery has no other.
      if ('manual' in message) await requeue(needs, delivery, message, AFTER_THE_LEASE_SECONDS);
      return outcome;
    case 'done':
    case 'stale':
      return outcome;
  }
}

/**
 * The bus cannot set the endpoint as message group, and SQS serves ungrouped messages like those of a quiet tenant: many
 * redeliveries at once would delay all retries. So they are queued once more, with the endpoint as their group.
 */
async function addMessageGroup(
  needs: DeliveryNeeds,
  delivery: Delivery,
  { message }: ReceivedMessage,
): Promise<string> {
  await requeue(needs, delivery, message, 0);
  return GROUPED;
}

/** Moves the message to the queue of slow endpoints; no attempt is used up. */
async function reroute(
  { slowQueue }: DeliveryNeeds,
  { endpointId }: Delivery,
  { message }: ReceivedMessage,
): Promise<string> {
  await slowQueue.queue.send([{ message, group: endpointId }]);
  return REROUTED;
}

/** Returns the message to its queue for one to five seconds; no attempt is used up. */
async function atLimit(
  needs: DeliveryNeeds,
  delivery: Delivery,
  { message, rerouted }: ReceivedMessage,
): Promise<string> {
  const retry = rerouted ? needs.slowQueue.queue : needs.retry;
  await requeue({ retry }, delivery, message, 1 + Math.floor(5 * needs.random()));
  return AT_LIMIT;
}
