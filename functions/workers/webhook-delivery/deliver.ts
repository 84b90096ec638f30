import type { Loaded } from '#shared/core/store';
import { outboxRows } from '#shared/events/outbox';
import { redeliveryJobOf } from '#shared/webhooks/delivery/delivery-message';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import {
  acquireLease,
  acquireLeaseForRedelivery,
  type LeaseDecision,
  type RedeliveryLeaseDecision,
} from '#shared/webhooks/delivery/rules/lease';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { type DeliveryContext, type ReceivedMessage, requireTimeLeft } from './context.ts';
import { requeue, scheduleNextAttempt } from './requeue.ts';
import { FailedUnderLease, LEASE_LOST, sendLeased } from './send-leased.ts';

/** Attempts to acquire the lease before the message is left to its queue. */
const ROUNDS = 4;
const AT_LIMIT = 'at limit';
const REROUTED = 'rerouted';
const GROUPED = 'grouped';
/** Longer than a lease. */
const AFTER_THE_LEASE_SECONDS = 35;

/** Processes one message: acquires the lease and sends, or drops or requeues the message. Returns the outcome. */
export const deliver = (context: DeliveryContext) => {
  const limit = new ConcurrencyLimit();
  const deliverOnce = async (received: ReceivedMessage): Promise<string> => {
    requireTimeLeft(received.timeLeft);
    const [delivery] = await Promise.all([
      context.deliveries.find(received.message.deliveryId),
      context.slowQueue.refresh(),
    ]);
    if (!delivery) return 'gone';
    if (!received.grouped) return addMessageGroup(context, delivery.state, received);
    const { endpointId } = delivery.state;
    if (!limit.acquire(endpointId)) return atLimit(context, delivery.state, received);
    try {
      return await acquireAndSend(context, delivery, received);
    } finally {
      limit.release(endpointId);
    }
  };
  return async (received: ReceivedMessage): Promise<string> => {
    const outcome = await deliverOnce(received);
    const job = redeliveryJobOf(received.message);
    if (job && !UNFINISHED.includes(outcome)) await outboxRows(context.table).finish(job);
    return outcome;
  };
};

/** The message is back in its queue, or no attempt is recorded: the job of a redelivery stays due. */
const UNFINISHED: readonly string[] = ['leased', AT_LIMIT, LEASE_LOST, REROUTED, GROUPED];

async function acquireAndSend(
  context: DeliveryContext,
  read: Loaded<Delivery>,
  received: ReceivedMessage,
): Promise<string> {
  let before: Loaded<Delivery> | undefined = read;
  for (let round = 0; before && round < ROUNDS; round += 1) {
    const decision = decide(context, before.state, received);
    if (decision.outcome !== 'acquired') return finishUnleased(context, before.state, decision, received);
    if (!received.rerouted && context.slowQueue.has(before.state.endpointId))
      return reroute(context, before.state, received);
    const leased = await saveLease(context, before, decision.delivery);
    if (leased) return sendLeased(context, leased, received);
    before = await context.deliveries.find(read.state.id);
  }
  if (before) throw new Error('The delivery changed each time it was read.');
  return 'gone';
}

/** A lease whose response was lost is still in force, so the message must not return before it ends. */
async function saveLease({ deliveries }: DeliveryContext, before: Loaded<Delivery>, leased: Delivery) {
  try {
    return await deliveries.saveLease(before, leased);
  } catch (cause) {
    throw new FailedUnderLease('The delivery may be leased until the lease ends.', { cause });
  }
}

function decide(
  { clock, newToken }: DeliveryContext,
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
  context: DeliveryContext,
  delivery: Delivery,
  { outcome }: NotAcquired,
  { message }: ReceivedMessage,
): Promise<string> {
  switch (outcome) {
    case 'early':
    case 'staleHeal':
      await scheduleNextAttempt(context, delivery);
      return outcome;
    case 'leased':
      // A scheduled message is dropped, since the lease holder's message is the retry; a redelivery has no other.
      if ('manual' in message) await requeue(context, delivery, message, AFTER_THE_LEASE_SECONDS);
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
  context: DeliveryContext,
  delivery: Delivery,
  { message }: ReceivedMessage,
): Promise<string> {
  await requeue(context, delivery, message, 0);
  return GROUPED;
}

/** Moves the message to the queue of slow endpoints; no attempt is used up. */
async function reroute(
  { slowQueue }: DeliveryContext,
  { endpointId }: Delivery,
  { message }: ReceivedMessage,
): Promise<string> {
  await slowQueue.queue.send([{ message, group: endpointId }]);
  return REROUTED;
}

/** Returns the message to its queue for one to five seconds; no attempt is used up. */
async function atLimit(
  context: DeliveryContext,
  delivery: Delivery,
  { message, rerouted }: ReceivedMessage,
): Promise<string> {
  const retry = rerouted ? context.slowQueue.queue : context.retry;
  await requeue({ retry }, delivery, message, 1 + Math.floor(5 * context.random()));
  return AT_LIMIT;
}
