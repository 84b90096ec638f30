import type { WebhookEndpointStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { found, type Places, permittedToSee } from '#shared/http/places';
import { getWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { presentWebhookEndpoint } from '#shared/webhooks/endpoints/present';

interface Needs {
  readonly endpoints: WebhookEndpointStore;
  readonly places: Places;
}

/** GET /webhook_endpoints/{id} */
export const getWebhookEndpoint = ({ endpoints, places }: Needs) =>
  operation(getWebhookEndpointContract, {
    ahead: ({ params }) => ({ endpoint: endpoints.find(params.id) }),
    async run({ ahead, caller }) {
      const { resource, place } = await found(places, caller.userId, ahead.endpoint, 'webhook endpoint');
      permittedToSee(place);
      return { status: 200, body: presentWebhookEndpoint(resource.state) };
    },
  });
