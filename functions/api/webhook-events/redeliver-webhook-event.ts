import { redeliverWebhookEventContract } from '#shared/api/contracts/webhook-events';
import { operation } from '#shared/api/operation';
import { found, type Places, permitted } from '#shared/api/places';
import { presentWebhookEvent } from '#shared/api/resources/webhook-events';
import type { redeliverEvent } from '#shared/commands/webhook-events/redeliver-event';
import { notFound } from '#shared/domain/refusal';
import type { Delivery } from '#shared/domain/webhooks/delivery';
import type { DeliveryStore } from '#shared/ports/deliveries';
import type { WebhookEndpointStore } from '#shared/ports/stores';
import { keptSince } from './kept-since.ts';

interface Needs {
  readonly deliveries: DeliveryStore;
  readonly endpoints: WebhookEndpointStore;
  readonly places: Places;
  readonly redeliver: ReturnType<typeof redeliverEvent>;
}

/** POST /webhook_events/{id}/redeliver */
export const redeliverWebhookEvent = ({ deliveries, endpoints, places, redeliver }: Needs) =>
  operation(redeliverWebhookEventContract, {
    ahead: ({ params }) => ({ delivery: deliveries.find(params.id) }),
    async run({ ahead, caller, now, once }) {
      // Asked for in the same turn as the place, so that both travel together.
      const reading = ahead.delivery.then((one) => one && endpoints.find(one.state.endpointId));
      reading.catch(() => undefined);
      const { resource, place } = await found(places, caller.userId, ahead.delivery, 'webhook event');
      permitted(place, 'administer');
      if (resource.state.createdAt <= keptSince(now)) throw notFound('webhook event');
      const endpoint = (await reading)?.state;
      return once(
        (delivery: Delivery) => ({ status: 202, body: presentWebhookEvent(delivery) }),
        (keep) => redeliver(resource.state, endpoint, keep),
      );
    },
  });
