import type { WebhookEndpointStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { found, type Places, permitted } from '#shared/http/places';
import type { ReceiverJudge } from '#shared/webhooks/addresses/judge-receiver';
import type { updateEndpoint } from '#shared/webhooks/endpoints/commands/update-endpoint';
import { updateWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { presentWebhookEndpoint } from '#shared/webhooks/endpoints/present';
import { acceptedUrl } from './accepted-url.ts';

interface Needs {
  readonly endpoints: WebhookEndpointStore;
  readonly places: Places;
  readonly judge: ReceiverJudge;
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
