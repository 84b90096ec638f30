import type { WebhookEndpointStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { found, type Places, permitted } from '#shared/http/places';
import type { deleteEndpoint } from '#shared/webhooks/endpoints/commands/delete-endpoint';
import { deleteWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { presentWebhookEndpoint } from '#shared/webhooks/endpoints/present';

interface Needs {
  readonly endpoints: WebhookEndpointStore;
  readonly places: Places;
  readonly remove: ReturnType<typeof deleteEndpoint>;
}

/** DELETE /webhook_endpoints/{id}: answers it once more, then it is gone. */
export const deleteWebhookEndpoint = ({ endpoints, places, remove }: Needs) =>
  operation(deleteWebhookEndpointContract, {
    ahead: ({ params }) => ({ endpoint: endpoints.find(params.id) }),
    async run({ ahead, caller }) {
      const { resource, place } = await found(places, caller.userId, ahead.endpoint, 'webhook endpoint');
      const { workspace } = permitted(place, 'administer');
      return { status: 200, body: presentWebhookEndpoint(await remove({ endpoint: resource, workspace })) };
    },
  });
