import type { WebhookEndpointId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';
import type { Queue } from '#shared/events/ports/queue';
import { traceOf } from '#shared/platform/queue-batch';
import type { DeliveryMessage } from '#shared/webhooks/delivery/delivery-message';
import { isSlowAt, type SlowEndpoints } from '#shared/webhooks/delivery/rules/slow-endpoints';
import type { SweepNeeds } from './needs.ts';

/** The queue for an endpoint's deliveries, so that what is slow does not come by the ordinary line first. */
export type LaneOf = (endpoint: WebhookEndpointId) => Queue<DeliveryMessage>;

/** As the list stands when a sweep begins. Not to know is never an error: a delivery then takes the ordinary line. */
export async function lanes({ slowEndpoints, slow, retry, log }: SweepNeeds, now: Instant): Promise<LaneOf> {
  let listed: SlowEndpoints = {};
  try {
    listed = await slowEndpoints.read();
  } catch (error) {
    log({ worker: 'sweeper', list: 'slow endpoints', ...traceOf(error) }, 'WARN');
  }
  return (endpoint) => (isSlowAt(listed, endpoint, now) ? slow : retry);
}
