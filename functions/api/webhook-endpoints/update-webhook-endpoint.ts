import { updateWebhookEndpointContract } from '#shared/api/contracts/webhook-endpoints';
import { operation } from '#shared/api/operation';
import { found, type Places, permitted } from '#shared/api/places';
import { presentWebhookEndpoint } from '#shared/api/resources/webhook-endpoints';
import type { updateEndpoint } from '#shared/commands/webhook-endpoints/update-endpoint';
import type { WebhookEndpointStore } from '#shared/ports/stores';
import type { ReceiverValidator } from '#shared/webhooks/validate-receiver';
import { acceptedUrl } from './accepted-url.ts';

interface Needs {
  readonly endpoints: WebhookEndpointStore;
  readonly places: Places;
  readonly judge: ReceiverValidator;
  readonly update: ReturnType<typeof updateEndpoint>;
}

/** PATCH /webhook_endpoints/{id}: its url is judged as at creation. */
export const updateWebhookEndpoint = ({ endpoints, places, judge, update }: Needs) =>
  operation(updateWebhookEndpointContract, {
    ahead: ({ params }) => ({ endpoint: endpoints.find(params.id) }),
    async run({ ahead, caller, body }) {
      const { resource, place } = await found(places, caller.userId, ahead.endpoint, 'webhook endpoint');
      const { workspace } = permitted(place, 'administer');
      const patch = {
        url: body.url === undefined ? undefined : await acceptedUrl(judge, body.url),
        enabledEvents: body.enabled_events,
        status: body.status,
        metadata: body.metadata,
      };
      const endpoint = await update({ endpoint: resource, workspace }, patch);
      return { status: 200, body: presentWebhookEndpoint(endpoint) };
    },
  });
