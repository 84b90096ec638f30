import type { Loaded } from '#shared/foundation/core/store';
import { outboxRows } from '#shared/foundation/events/outbox';
import type { Outgoing, Queue } from '#shared/foundation/events/ports';
import { type DeliveryMessage, redeliveryJobOf } from '#shared/webhooks/delivery/delivery-message';
import { type AttemptGroup, attemptGroup, type Delivery } from '#shared/webhooks/delivery/rules/delivery';
import {
  acquireLease,
  acquireLeaseForRedelivery,
  type LeaseDecision,
  type RedeliveryLeaseDecision,
} from '#shared/webhooks/delivery/rules/lease';
import { type DeliveryContext, type ReceivedMessage, requireTimeLeft } from './context.ts';
import { PAUSED } from './paused.ts';
import { scheduleNextAttempt } from './queues.ts';
import { RATE_LIMITED } from './rate-limited.ts';
import { FailedUnderLease, LEASE_LOST, sendLeased } from './send-leased.ts';

/**
 * Concurrent requests to one endpoint in one process: fewer than a batch of 25. A higher limit would requeue fewer
 * messages, a lower one more than one in four: docs/decisions/concurrency-limit-per-batch.md.
 */
const MAX_CONCURRENT_REQUESTS = 20;

/** Limits the requests under way to each endpoint. */
export class ConcurrencyLimit {
  readonly #underWay = new Map<AttemptGroup, number>();

  /** False when the endpoint is at its limit. */
  acquire(endpoint: AttemptGroup): boolean {
    const underWay = this.#underWay.get(endpoint) ?? 0;
    if (underWay >= MAX_CONCURRENT_REQUESTS) return false;
    this.#underWay.set(endpoint, underWay + 1);
    return true;
  }

  release(endpoint: AttemptGroup): void {
    const left = (this.#underWay.get(endpoint) ?? 1) - 1;
    if (left > 0) this.#underWay.set(endpoint, left);
    else this.#underWay.delete(endpoint);
  }
}

/** Attempts to acquire the lease before the message is left to its queue. */
const ROUNDS = 4;
const AT_LIMIT = 'at limit';
const REROUTED = 'rerouted';
const GROUPED = 'grouped';
/** Longer than a lease. */
const AFTER_THE_LEASE_SECONDS = 22;

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
    const { message, grouped, queue } = received;
    const group = attemptGroup(delivery.state);
    const { retry, slowQueue, random } = context;
    // The bus cannot set the endpoint as message group, and SQS serves ungrouped messages like those of a quiet tenant:
    // many redeliveries at once would delay all retries. So they are queued once more, with the endpoint as their group.
    if (!grouped) return requeued(retry, { message, group }, GROUPED);
    if (!limit.acquire(group)) {
      const delaySeconds = 1 + Math.floor(5 * random());
      return requeued(queue === 'slow' ? slowQueue.queue : retry, { message, delaySeconds, group }, AT_LIMIT);
    }
    try {
      return await acquireAndSend(context, delivery, received);
    } finally {
      limit.release(group);
    }
  };
  return async (received: ReceivedMessage): Promise<string> => {
    const outcome = await deliverOnce(received);
    const job = redeliveryJobOf(received.message);
    if (job && !UNFINISHED.includes(outcome)) await outboxRows(context.table).finish(job);
    return outcome;
  };
};

/** Sends the message once more; no attempt is used up. */
async function requeued(
  queue: Queue<DeliveryMessage>,
  outgoing: Outgoing<DeliveryMessage>,
  outcome: string,
): Promise<string> {
  await queue.send([outgoing]);
  return outcome;
}

/** The message is back in its queue, or no attempt is recorded: the job of a redelivery stays due. */
const UNFINISHED: readonly string[] = ['leased', AT_LIMIT, LEASE_LOST, REROUTED, GROUPED, RATE_LIMITED, PAUSED];

async function acquireAndSend(
  context: DeliveryContext,
  read: Loaded<Delivery>,
  received: ReceivedMessage,
): Promise<string> {
  let before: Loaded<Delivery> | undefined = read;
  for (let round = 0; before && round < ROUNDS; round += 1) {
    const decision = decide(context, before.state, received);
    if (decision.outcome !== 'acquired') return finishUnleased(context, before.state, decision, received);
    const group = attemptGroup(before.state);
    const otherQueue = await queueOtherThan(received, before.state, context);
    if (otherQueue) return requeued(otherQueue, { message: received.message, group }, REROUTED);
    const leased = await saveLease(context, before, decision.delivery);
    if (leased) return sendLeased(context, leased, received);
    before = await context.deliveries.find(read.state.id);
  }
  if (before) throw new Error('The delivery changed each time it was read.');
  return 'gone';
}

/**
 * The queue that the message takes, if it is not the one that it comes from: that of the latency of its endpoint, or the slow
 * queue where first attempts of the endpoint, of its workspace or of its founder, are at their concurrency limit in this one.
 */
async function queueOtherThan(
  { message, queue: from, permits }: ReceivedMessage,
  delivery: Delivery,
  { retry, slowQueue }: DeliveryContext,
): Promise<Queue<DeliveryMessage> | undefined> {
  const endpoint = attemptGroup(delivery);
  const latency = slowQueue.latencyOf(endpoint);
  if (from === 'slow') return undefined;
  if (latency === 'slow') return slowQueue.queue;
  if (latency === 'degraded' && from === 'first') return retry;
  if ('manual' in message || message.attempt > 1) return undefined;
  const attempt = { endpoint, workspaceId: delivery.workspaceId, queue: from };
  return (await permits.acquire(attempt)) ? undefined : slowQueue.queue;
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
    case 'requeueNext':
      await scheduleNextAttempt(context, delivery);
      return outcome;
    case 'leased':
      // A scheduled message is dropped, since the lease holder's message is the retry; a redelivery has no other.
      if (!('manual' in message)) return outcome;
      return requeued(
        context.retry,
        { message, delaySeconds: AFTER_THE_LEASE_SECONDS, group: attemptGroup(delivery) },
        outcome,
      );
    case 'done':
    case 'stale':
      return outcome;
  }
}
