import * as v from 'valibot';
import { type BatchResponse, eachMessage, type QueueEvent, type QueueRecord } from '#shared/platform/queue-batch';
import { QueuedDelivery } from '#shared/webhooks/delivery/delivery-message';
import { AttemptMetrics } from './attempt-metrics.ts';
import type { DeliveryContext } from './context.ts';
import { deliver } from './deliver.ts';
import { FailedUnderLease } from './send-leased.ts';

interface Invocation {
  getRemainingTimeInMillis(): number;
}

/** How the name of the queue for slow endpoints ends (lib/constructs/webhook-channel.ts). */
const SLOW_QUEUE = 'deliver-slow';

/** Handles messages of all three delivery queues, concurrently. */
export const webhookDelivery = (context: DeliveryContext) => {
  const deliverOne = deliver(context);
  return (event: QueueEvent, invocation: Invocation): Promise<BatchResponse> => {
    const metrics = new AttemptMetrics();
    return eachMessage(event, {
      worker: 'webhook-delivery',
      work: async ({ body, attributes, eventSourceARN }) =>
        deliverOne({
          ...v.parse(QueuedDelivery, JSON.parse(body)),
          receiveCount: Number(attributes.ApproximateReceiveCount),
          timeLeft: () => invocation.getRemainingTimeInMillis(),
          rerouted: eventSourceARN.endsWith(SLOW_QUEUE),
          metrics,
        }),
      failed: (record, error) => hideForAWhile(context, record, error),
      fields: () => metrics.logFields({ stage: context.stage, at: context.clock.now(), wakeUps: event.Records.length }),
      log: context.log,
    });
  };
};

/** Longer than a lease. */
const LEASED_SECONDS = 31;

/** Hides a failed message for 5 to 35 seconds: the visibility timeout of two minutes is for killed invocations. */
async function hideForAWhile(
  { visibility, random }: DeliveryContext,
  { eventSourceARN, receiptHandle }: QueueRecord,
  error: unknown,
): Promise<void> {
  const least = error instanceof FailedUnderLease ? LEASED_SECONDS : 5;
  const seconds = least + Math.floor(random() * (36 - least));
  await visibility.hideFor({ queue: eventSourceARN.split(':').at(-1) ?? '', receipt: receiptHandle }, seconds);
}
