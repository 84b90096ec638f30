import type { WebhookEndpointId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';
import type { Queue } from '#shared/events/ports/queue';
import { traceOf } from '#shared/platform/queue-batch';
import type { DeliveryMessage } from '#shared/webhooks/delivery/delivery-message';
import { isSlowAt, type SlowEndpoints } from '#shared/webhooks/delivery/rules/slow-endpoints';
import type { SweepNeeds } from './needs.ts';

/** The queue for an endpoint's deliveries: slow endpoints have one of their own. */
export type QueueOf = (endpoint: WebhookEndpointId) => Queue<DeliveryMessage>;

/** Uses the list of slow endpoints as of the start of the sweep. If it cannot be read, all use the ordinary queue. */
export async function deliveryQueues({ slowEndpoints, slow, retry, log }: SweepNeeds, now: Instant): Promise<QueueOf> {
  let listed: SlowEndpoints = {};
  try {
    listed = await slowEndpoints.read();
  } catch (error) {
    log({ worker: 'sweeper', list: 'slow endpoints', ...traceOf(error) }, 'WARN');
  }
  return (endpoint) => (isSlowAt(listed, endpoint, now) ? slow : retry);
}
