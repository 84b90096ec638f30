import { nextLookAt } from '#shared/accounts/workspaces/rules/pause';
import { type RetryPolicy, withRetry } from '#shared/foundation/commands/command';
import { undefinedIfUndecryptable } from '#shared/foundation/core/secrets';
import type { Loaded } from '#shared/foundation/core/store';
import type { Instant } from '#shared/foundation/core/time';
import { failedEvent } from '#shared/webhooks/delivery/failed-event';
import { bodyText, payloadOf, RenderError } from '#shared/webhooks/delivery/payload';
import { findReceiver } from '#shared/webhooks/delivery/receiver-store';
import { type AttemptOutcome, acknowledged, classOf, NOT_SENT } from '#shared/webhooks/delivery/rules/attempt';
import { attemptEnded, type EndedAttempt } from '#shared/webhooks/delivery/rules/attempt-ended';
import {
  type AttemptGroup,
  attemptGroup,
  awaitsFirstAttempt,
  type Delivery,
  type RateSlot,
  skip,
} from '#shared/webhooks/delivery/rules/delivery';
import { pausedUntil, withSlot } from '#shared/webhooks/delivery/rules/rate-slot';
import type { Receiver } from '#shared/webhooks/delivery/rules/receiver';
import { findStreak } from '#shared/webhooks/endpoints/failure-streak-store';
import type { FailureStreak } from '#shared/webhooks/endpoints/rules/endpoint-health';
import { credentialsOf, sendSigned } from '#shared/webhooks/signing/send-signed';
import { countOf } from '#shared/webhooks/stats/rules/attempt-count';
import {
  type AttemptMetrics,
  type DeliveryContext,
  type ReceivedMessage,
  requireTimeLeft,
  type TimeLeft,
} from './context.ts';
import { noteAcknowledged, noteFailed } from './endpoint-health.ts';
import { finishEvent } from './finish-event.ts';
import { PASSED_OVER, unansweredTooOften, withoutAttempt } from './pass-over.ts';
import { PAUSED, waitWhilePaused } from './paused.ts';
import { scheduleNextAttempt } from './queues.ts';
import { requeueForSlot, slotToWaitFor } from './rate-limited.ts';

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
  const outcome =
    saved.unsent === PAUSED
      ? await waitWhilePaused(context, saved.state, received)
      : await scheduled(context, saved, received);
  // Not after a redelivery, which may be sent before fan-out has created every delivery of the event.
  if (awaitsFirstAttempt(leased.state) && !('manual' in received.message)) await finishEvent(context, saved.state);
  return outcome;
}

async function scheduled(
  context: DeliveryContext,
  { state, unsent }: Kept,
  received: ReceivedMessage,
): Promise<string> {
  if (state.slot) return requeueForSlot(context, state, received);
  await scheduleNextAttempt(context, state);
  return unsent ?? state.status;
}

interface Kept extends Loaded<Delivery> {
  /** Why nothing was sent: the workspace is paused, or the retry was passed over. */
  readonly unsent?: typeof PAUSED | typeof PASSED_OVER;
}

/** Wraps every error, so that the message returns after the lease has ended. */
async function keepingLease(
  context: DeliveryContext,
  leased: Loaded<Delivery>,
  received: ReceivedMessage,
): Promise<Kept | undefined> {
  try {
    const { table, clock, pauses } = context;
    const { endpointId, workspaceId } = leased.state;
    const [receiver, isPaused, streak] = await Promise.all([
      findReceiver(table, leased.state, clock.now()),
      pauses.isPaused(workspaceId),
      endpointId === null ? undefined : findStreak(table, endpointId),
    ]);
    if (!receiver?.isOpen) return await context.deliveries.save(leased, unleased(skip(leased.state)), clock.now());
    if (isPaused) return await pause(context, leased, received);
    const open = { ...receiver, streak };
    const since = await unansweredTooOften(context, leased.state, open, received);
    if (since === undefined) return await sendAndRecord(context, leased, open, received);
    const saved = await context.deliveries.save(leased, withoutAttempt(context, leased.state, since), clock.now());
    return saved && { ...saved, unsent: PASSED_OVER };
  } catch (cause) {
    throw new FailedUnderLease('The delivery stays leased until its lease ends.', { cause });
  }
}

/** A requested redelivery leaves the schedule as it is: its job waits. */
async function pause(
  { deliveries, clock }: DeliveryContext,
  leased: Loaded<Delivery>,
  { message }: ReceivedMessage,
): Promise<Kept | undefined> {
  const now = clock.now();
  const after = 'manual' in message ? unleased(leased.state) : pausedUntil(leased.state, nextLookAt(now));
  const saved = await deliveries.save(leased, after, now);
  return saved && { ...saved, unsent: PAUSED };
}

/** The receiver of a delivery, with the failures of an endpoint, as they were read before the request. */
interface OpenReceiver extends Receiver {
  readonly streak: FailureStreak | undefined;
}

async function sendAndRecord(
  context: DeliveryContext,
  leased: Loaded<Delivery>,
  receiver: OpenReceiver,
  { message, timeLeft, metrics }: ReceivedMessage,
): Promise<Loaded<Delivery> | undefined> {
  const { endpoint, streak, url } = receiver;
  const health = endpoint && { endpoint, streak };
  const trigger = 'manual' in message ? 'manual' : 'automatic';
  const answer = await attemptOnce(context, { delivery: leased.state, receiver, timeLeft });
  if ('slot' in answer)
    return context.deliveries.save(leased, withSlot(leased.state, answer.slot), context.clock.now());
  const outcome: AttemptOutcome = { trigger, ...answer };
  const now = context.clock.now();
  const circumstances = { now, random: context.random(), timeScale: context.timeScale.scaled(1) };
  const { attempt, delivery } = attemptEnded(leased.state, outcome, circumstances);
  // The record shows the URL of the newest attempt: an owner may have changed it since.
  const ended = { attempt, delivery: { ...delivery, url } };
  if (health && acknowledged(attempt)) await noteAcknowledged(context, health);
  const saved = await record(context, leased, ended, timeLeft);
  await context.slowQueue.recordAttempt(attemptGroup(delivery), { durationMs: busyMs(attempt, now) });
  if (health && saved && isFailureOfReceiver(attempt))
    await noteFailed(context, health, `${delivery.id}#${attempt.number}`);
  if (saved) report(context, metrics, { attempt, delivery: saved.state });
  return saved;
}

/** The SDK has waited up to seconds for a busy table before it throws. */
const NEEDED_TO_REPEAT_MS = 8_000;
const repeating = (timeLeft: TimeLeft): RetryPolicy => ({
  attempts: timeLeft() < NEEDED_TO_REPEAT_MS ? 1 : 2,
  firstPause: 0,
});

/**
 * Together with what follows from it: its count in the statistics, and the event of a delivery that is given up. A busy
 * table is asked once more: the receiver has the event, and would get it twice without a record.
 */
async function record(context: DeliveryContext, leased: Loaded<Delivery>, ended: EndedAttempt, timeLeft: TimeLeft) {
  const { deliveries, clock, statsShards } = context;
  const events = await failedEvent(context.commands)(leased.state, ended.delivery);
  const shardOf = (group: AttemptGroup, round: number) => statsShards.choose(group, round);
  const following = { events, count: countOf(leased.state, ended), shardOf };
  const save = () => deliveries.recordAttempt(leased, ended, clock.now(), following);
  return withRetry(context.commands, save, repeating(timeLeft));
}

/** How long the request occupied this worker: to the end of the body, where the duration that is shown ends at the status. */
const busyMs = ({ attemptedAt, durationMs }: AttemptOutcome, endedAt: Instant): number =>
  Math.max(durationMs, endedAt - attemptedAt);

/** A payload that could not be built says nothing about the endpoint. */
const isFailureOfReceiver = (attempt: AttemptOutcome): boolean =>
  !acknowledged(attempt) && classOf(attempt) !== 'ownFault';

/** Counts the attempt. One that was not acknowledged also gets a log line with ids and its result. */
function report({ log }: DeliveryContext, metrics: AttemptMetrics, ended: EndedAttempt): void {
  metrics.add(ended);
  const { attempt, delivery } = ended;
  if (acknowledged(attempt)) return;
  log({
    worker: 'webhook-delivery',
    deliveryId: delivery.id,
    ...receiverOf(delivery),
    workspaceId: delivery.workspaceId,
    attempt: attempt.number,
    result: attempt.error ?? `status_${attempt.responseStatus}`,
    durationMs: attempt.durationMs,
    deliveryStatus: delivery.status,
  });
}

const unleased = ({ lease: _ended, ...delivery }: Delivery): Delivery => delivery;

interface ToSend {
  readonly delivery: Delivery;
  readonly receiver: Receiver;
  readonly timeLeft: TimeLeft;
}

type Answer = Omit<AttemptOutcome, 'trigger'>;
/** No request was made: the endpoint has a rate, and the attempt waits for this slot. */
interface Waiting {
  readonly slot: RateSlot;
}

/**
 * Makes one request, signed at the moment it is sent. A payload that cannot be rendered or signed is not sent, and
 * counts as a failed attempt (`render_error`) that is retried on the schedule. Throws on transient errors, before
 * anything was sent. Where the rate of the endpoint allows no request now, none is made.
 */
async function attemptOnce(
  context: DeliveryContext,
  { delivery, receiver, timeLeft }: ToSend,
): Promise<Answer | Waiting> {
  const { sender, clock, slowQueue } = context;
  const [objectText, credentials] = await Promise.all([
    payloadToSend(context, delivery),
    undefinedIfUndecryptable(credentialsOf(context.sealer, receiver.credentials, clock.now())),
  ]);
  if (objectText === undefined) return notMade(context, delivery, 'snapshot');
  if (credentials === undefined) return notMade(context, delivery, 'secret');
  // The last thing before the request, so that the attempts of a second begin in it.
  const slot = receiver.endpoint && (await slotToWaitFor(context, delivery, receiver.endpoint));
  if (slot) return { slot };
  requireTimeLeft(timeLeft);
  const { id, type, createdAt } = delivery;
  const attemptedAt = clock.now();
  const body = bodyText({ id, type, createdAt, objectText });
  const endWatch = slowQueue.watchAttempt(attemptGroup(delivery));
  try {
    const request = { id, type, url: receiver.url, ...credentials, bodyText: body, now: attemptedAt };
    return { attemptedAt, ...(await sendSigned(sender, request)) };
  } finally {
    endWatch();
  }
}

/** What a log line calls the receiver. */
const receiverOf = ({ endpointId, orderId }: Delivery) => (orderId ? { orderId } : { endpointId });

function notMade({ clock, log }: DeliveryContext, delivery: Delivery, fault: 'snapshot' | 'secret'): Answer {
  const about = { deliveryId: delivery.id, ...receiverOf(delivery) };
  log({ worker: 'webhook-delivery', ...about, error: 'render_error', fault }, 'ERROR');
  return { attemptedAt: clock.now(), ...NOT_SENT };
}

/** Undefined where it cannot be rendered; a newer deployment may be able to. */
async function payloadToSend(context: DeliveryContext, delivery: Delivery): Promise<string | undefined> {
  try {
    return await payloadOf(context, delivery);
  } catch (error) {
    if (error instanceof RenderError) return undefined;
    throw error;
  }
}
