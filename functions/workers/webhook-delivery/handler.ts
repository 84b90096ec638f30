import * as v from 'valibot';
import { type BatchAnswer, eachMessage, type QueueEvent, type QueueRecord } from '#shared/platform/queue-batch';
import { QueuedDelivery } from '#shared/webhooks/delivery/delivery-message';
import { deliver } from './deliver.ts';
import type { DeliveryNeeds } from './needs.ts';
import { StoppedWhileHolding } from './send-held.ts';
import { Tally } from './tally.ts';

interface Invocation {
  getRemainingTimeInMillis(): number;
}

/** The queue of the slow lane ends so, as lib/constructs/webhook-channel.ts calls it. */
const SLOW = 'deliver-slow';

/** Messages of all three queues, side by side. */
export const webhookDelivery = (needs: DeliveryNeeds) => {
  const deliverOne = deliver(needs);
  return (event: QueueEvent, invocation: Invocation): Promise<BatchAnswer> => {
    const tally = new Tally();
    return eachMessage(event, {
      worker: 'webhook-delivery',
      work: async ({ body, attributes, eventSourceARN }) =>
        deliverOne({
          ...v.parse(QueuedDelivery, JSON.parse(body)),
          receiveCount: Number(attributes.ApproximateReceiveCount),
          timeLeft: () => invocation.getRemainingTimeInMillis(),
          sidelined: eventSourceARN.endsWith(SLOW),
          tally,
        }),
      failed: (record, error) => hideForAWhile(needs, record, error),
      told: () => tally.told({ stage: needs.stage, at: needs.clock.now(), wakeUps: event.Records.length }),
      log: needs.log,
    });
  };
};

/** Longer than any lease. */
const HELD_SECONDS = 31;

/** 5 to 35 seconds, so that only an invocation that was killed waits for the queue's own two minutes. */
async function hideForAWhile(
  { visibility, random }: DeliveryNeeds,
  { eventSourceARN, receiptHandle }: QueueRecord,
  error: unknown,
): Promise<void> {
  const least = error instanceof StoppedWhileHolding ? HELD_SECONDS : 5;
  const seconds = least + Math.floor(random() * (36 - least));
  await visibility.hideFor({ queue: eventSourceARN.split(':').at(-1) ?? '', receipt: receiptHandle }, seconds);
}
