import { notFound } from '#shared/core/refusal';
import type { WebhookEndpointStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { found, type Places, permitted } from '#shared/http/places';
import type { redeliverEvent } from '#shared/webhooks/delivery/commands/redeliver-event';
import { redeliverWebhookEventContract } from '#shared/webhooks/delivery/contract';
import type { DeliveryStore } from '#shared/webhooks/delivery/ports/deliveries';
import { presentWebhookEvent } from '#shared/webhooks/delivery/present';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
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
