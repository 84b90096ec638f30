import type { Loaded } from '#shared/core/store';
import { askingBehind } from '#shared/webhooks/delivery/delivery-message';
import { type Claim, claim, claimManually, type ManualClaim } from '#shared/webhooks/delivery/rules/claim';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import type { DeliveryNeeds, WakeUp } from './needs.ts';
import { Seats } from './seats.ts';
import { LOST_THE_LEASE, StoppedWhileHolding, sendHeld } from './send-held.ts';
import { demandTime } from './time-left.ts';
import { sendBack, wakeWhenDue } from './wake-ups.ts';

/** Claims lost to others before the message is left to its queue. */
const ROUNDS = 4;
const NO_ROOM = 'no room';
const SIDELINED = 'sidelined';
const GROUPED = 'grouped';
/** Longer than any lease: whoever sends is done by then. */
const AFTER_THE_LEASE_SECONDS = 35;

/** What one message may do, and then does. Answers in a word what came of it. */
export const deliver = (needs: DeliveryNeeds) => {
  const seats = new Seats();
  const deliverOnce = async (wakeUp: WakeUp): Promise<string> => {
    demandTime(wakeUp.timeLeft);
    const [delivery] = await Promise.all([needs.deliveries.find(wakeUp.message.deliveryId), needs.slowLane.refresh()]);
    if (!delivery) return 'gone';
    if (!wakeUp.grouped) return group(needs, delivery.state, wakeUp);
    const { endpointId } = delivery.state;
    if (!seats.take(endpointId)) return noRoom(needs, delivery.state, wakeUp);
    try {
      return await claimAndSend(needs, delivery, wakeUp);
    } finally {
      seats.leave(endpointId);
    }
  };
  return async (wakeUp: WakeUp): Promise<string> => {
    const outcome = await deliverOnce(wakeUp);
    const asking = askingBehind(wakeUp.message);
    if (asking && !STILL_TO_DO.includes(outcome)) await needs.outbox.finish(asking);
    return outcome;
  };
};

/** Its message is back in the queue, or nothing of it is on record: an asking that stays due is never lost. */
const STILL_TO_DO: readonly string[] = ['leased', NO_ROOM, LOST_THE_LEASE, SIDELINED, GROUPED];

async function claimAndSend(needs: DeliveryNeeds, read: Loaded<Delivery>, wakeUp: WakeUp): Promise<string> {
  let before: Loaded<Delivery> | undefined = read;
  for (let round = 0; before && round < ROUNDS; round += 1) {
    const judged = judge(needs, before.state, wakeUp);
    if (judged.outcome !== 'claimed') return settle(needs, before.state, judged, wakeUp);
    if (!wakeUp.sidelined && needs.slowLane.has(before.state.endpointId)) return sideline(needs, before.state, wakeUp);
    const held = await hold(needs, before, judged.delivery);
    if (held) return sendHeld(needs, held, wakeUp);
    before = await needs.deliveries.find(read.state.id);
  }
  if (before) throw new Error('The delivery changed each time it was read.');
  return 'gone';
}

/** A claim whose answer got lost stands all the same, and the message must not come back while it does. */
async function hold({ deliveries }: DeliveryNeeds, before: Loaded<Delivery>, held: Delivery) {
  try {
    return await deliveries.hold(before, held);
  } catch (cause) {
    throw new StoppedWhileHolding('The delivery may be claimed for the length of a lease.', { cause });
  }
}

function judge(
  { clock, newToken }: DeliveryNeeds,
  delivery: Delivery,
  { message, receiveCount }: WakeUp,
): Claim | ManualClaim {
  const now = clock.now();
  const token = newToken();
  return 'manual' in message
    ? claimManually(delivery, { now, asking: message.token ?? token, token })
    : claim(delivery, { attempt: message.attempt, now, receiveCount, token });
}

type Unclaimed = Exclude<Claim | ManualClaim, { readonly outcome: 'claimed' }>;

/** The delivery is not to be sent by this message. */
async function settle(
  needs: DeliveryNeeds,
  delivery: Delivery,
  { outcome }: Unclaimed,
  { message }: WakeUp,
): Promise<string> {
  switch (outcome) {
    case 'early':
    case 'staleHeal':
      await wakeWhenDue(needs, delivery);
      return outcome;
    case 'leased':
      // A wake-up is dropped, for the holder's own message is the retry; an asked-for redelivery has no other.
      if ('manual' in message) await sendBack(needs, delivery, message, AFTER_THE_LEASE_SECONDS);
      return outcome;
    case 'done':
    case 'stale':
      return outcome;
  }
}

/**
 * The bus cannot name the endpoint, and messages of nobody are served like those of a quiet partner: many that are asked
 * for at once would stand before everybody's retries. So they go round once more, with the endpoint as their group.
 */
async function group(needs: DeliveryNeeds, delivery: Delivery, { message }: WakeUp): Promise<string> {
  await sendBack(needs, delivery, message, 0);
  return GROUPED;
}

/** To the line of those whose receivers let requests wait; no attempt is used up. */
async function sideline({ slowLane }: DeliveryNeeds, { endpointId }: Delivery, { message }: WakeUp): Promise<string> {
  await slowLane.queue.send([{ message, group: endpointId }]);
  return SIDELINED;
}

/** Back, to where it came from, for one to five seconds; no attempt is used up. */
async function noRoom(needs: DeliveryNeeds, delivery: Delivery, { message, sidelined }: WakeUp): Promise<string> {
  const retry = sidelined ? needs.slowLane.queue : needs.retry;
  await sendBack({ retry }, delivery, message, 1 + Math.floor(5 * needs.random()));
  return NO_ROOM;
}
