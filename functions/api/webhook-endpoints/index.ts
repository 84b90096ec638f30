import { apiGroup } from '#shared/http/api-group';
import { receiverJudge } from '#shared/webhooks/addresses/judge-receiver';
import type { NameLookup } from '#shared/webhooks/addresses/ports/name-lookup';
import { resolveName } from '#shared/webhooks/addresses/resolve-name';
import { redeliverMany } from '#shared/webhooks/delivery/commands/redeliver-many';
import type { WebhookSender } from '#shared/webhooks/delivery/ports/webhook-sender';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { createEndpoint } from '#shared/webhooks/endpoints/commands/create-endpoint';
import { deleteEndpoint } from '#shared/webhooks/endpoints/commands/delete-endpoint';
import { rotateSecret } from '#shared/webhooks/endpoints/commands/rotate-secret';
import { updateEndpoint } from '#shared/webhooks/endpoints/commands/update-endpoint';
import { webhookEndpointStore } from '#shared/webhooks/endpoints/store';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { webhookSender } from '#shared/wiring/webhook-sender';
import { workspaceStore } from '#shared/workspaces/store';
import { createWebhookEndpoint } from './create-webhook-endpoint.ts';
import { deleteWebhookEndpoint } from './delete-webhook-endpoint.ts';
import { getWebhookEndpoint } from './get-webhook-endpoint.ts';
import { listWebhookEndpoints } from './list-webhook-endpoints.ts';
import { redeliverToWebhookEndpoint } from './redeliver-to-webhook-endpoint.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { testWebhookEndpoint } from './test-webhook-endpoint.ts';
import { updateWebhookEndpoint } from './update-webhook-endpoint.ts';

type Around = Surroundings & {
  readonly lookUp: NameLookup;
  /** Left out, tests of endpoints go out as every webhook does. */
  readonly sender?: WebhookSender;
};

export function webhookEndpoints(around: Around) {
  const needs = {
    ...around,
    endpoints: webhookEndpointStore(around.table),
    deliveries: deliveryStore(around.table),
    workspaces: workspaceStore(around.table),
    judge: receiverJudge(around),
    sender: around.sender ?? webhookSender(around),
  };
  return apiGroup(
    around.edge,
    createWebhookEndpoint({ ...needs, create: createEndpoint(needs) }),
    listWebhookEndpoints(needs),
    getWebhookEndpoint(needs),
    updateWebhookEndpoint({ ...needs, update: updateEndpoint(needs) }),
    rotateWebhookSecret({ ...needs, rotate: rotateSecret(needs) }),
    testWebhookEndpoint(needs),
    redeliverToWebhookEndpoint({ ...needs, redeliver: redeliverMany(needs) }),
    deleteWebhookEndpoint({ ...needs, remove: deleteEndpoint(needs) }),
  );
}

export const handler = served((around) => webhookEndpoints({ ...around, lookUp: resolveName }));
