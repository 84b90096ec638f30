import { deleteWebhookEndpointContract } from '#shared/api/contracts/webhook-endpoints';
import { operation } from '#shared/api/operation';
import { found, type Places, permitted } from '#shared/api/places';
import { presentWebhookEndpoint } from '#shared/api/resources/webhook-endpoints';
import type { deleteEndpoint } from '#shared/commands/webhook-endpoints/delete-endpoint';
import type { WebhookEndpointStore } from '#shared/ports/stores';

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
