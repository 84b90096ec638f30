import { getWebhookEndpointContract } from '#shared/api/contracts/webhook-endpoints';
import { operation } from '#shared/api/operation';
import { found, type Places, permittedToSee } from '#shared/api/places';
import { presentWebhookEndpoint } from '#shared/api/resources/webhook-endpoints';
import type { WebhookEndpointStore } from '#shared/ports/stores';

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
