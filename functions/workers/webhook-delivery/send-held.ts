import type { Loaded } from '#shared/core/store';
import type { EndedAttempt } from '#shared/webhooks/delivery/ports/deliveries';
import { type AttemptOutcome, acknowledged } from '#shared/webhooks/delivery/rules/attempt';
import { attemptEnded } from '#shared/webhooks/delivery/rules/attempt-ended';
import { type Delivery, skip } from '#shared/webhooks/delivery/rules/delivery';
import { isOpen, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { attemptOnce } from './attempt-once.ts';
import type { DeliveryNeeds, WakeUp } from './needs.ts';
import type { Tally } from './tally.ts';
import { wakeWhenDue } from './wake-ups.ts';

/** Something failed between the claim and the record: until the lease ends, the message's return would find it held. */
export class StoppedWhileHolding extends Error {
  override readonly name = 'StoppedWhileHolding';
}

export const LOST_THE_LEASE = 'lost the lease';

/** Sends what this invocation has claimed, records what came of it, and wakes it again where it failed. */
export async function sendHeld(needs: DeliveryNeeds, held: Loaded<Delivery>, wakeUp: WakeUp): Promise<string> {
  const saved = await untilRecorded(needs, held, wakeUp);
  // Somebody took the delivery over after our lease had run out, and answers for it now.
  if (!saved) return LOST_THE_LEASE;
  await wakeWhenDue(needs, saved.state);
  return saved.state.status;
}

async function untilRecorded(needs: DeliveryNeeds, held: Loaded<Delivery>, wakeUp: WakeUp) {
  try {
    const endpoint = (await needs.endpoints.find(held.state.endpointId))?.state;
    return isOpen(endpoint, held.state.workspaceId)
      ? await sendAndRecord(needs, held, endpoint, wakeUp)
      : await needs.deliveries.save(held, unheld(skip(held.state)), needs.clock.now());
  } catch (cause) {
    throw new StoppedWhileHolding('The delivery stays claimed for the rest of its lease.', { cause });
  }
}

async function sendAndRecord(
  needs: DeliveryNeeds,
  held: Loaded<Delivery>,
  endpoint: WebhookEndpoint,
  { message, timeLeft, tally }: WakeUp,
): Promise<Loaded<Delivery> | undefined> {
  const trigger = 'manual' in message ? 'manual' : 'automatic';
  const answer = await attemptOnce(needs, { delivery: held.state, endpoint, timeLeft });
  const outcome: AttemptOutcome = { trigger, ...answer };
  const now = needs.clock.now();
  const circumstances = { now, random: needs.random(), timeScale: needs.pace.scaled(1) };
  const { attempt, delivery } = attemptEnded(held.state, outcome, circumstances);
  // The record shows where the newest attempt went: an owner may have moved the endpoint meanwhile.
  const ended = { attempt, delivery: { ...delivery, url: endpoint.url } };
  const saved = await needs.deliveries.recordAttempt(held, ended, now);
  await needs.slowLane.learn(endpoint.id, attempt);
  if (saved) tell(needs, tally, { attempt, delivery: saved.state });
  return saved;
}

/** Of what was acknowledged the tally alone: it costs no line. Of the rest, ids and what came of it. */
function tell({ log }: DeliveryNeeds, tally: Tally, ended: EndedAttempt): void {
  tally.add(ended);
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

const unheld = ({ lease: _ended, ...delivery }: Delivery): Delivery => delivery;
