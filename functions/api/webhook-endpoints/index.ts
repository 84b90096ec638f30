import { apiGroup } from '#shared/api/api-group';
import { createEndpoint } from '#shared/commands/webhook-endpoints/create-endpoint';
import { deleteEndpoint } from '#shared/commands/webhook-endpoints/delete-endpoint';
import { redeliverMany } from '#shared/commands/webhook-endpoints/redeliver-many';
import { rotateSecret } from '#shared/commands/webhook-endpoints/rotate-secret';
import { updateEndpoint } from '#shared/commands/webhook-endpoints/update-endpoint';
import type { NameLookup } from '#shared/ports/name-lookup';
import type { WebhookSender } from '#shared/ports/webhook-sender';
import { resolveName } from '#shared/providers/resolve-name';
import { deliveryStore } from '#shared/storage/deliveries';
import { webhookEndpointStore } from '#shared/storage/webhook-endpoints';
import { workspaceStore } from '#shared/storage/workspaces';
import { receiverValidator } from '#shared/webhooks/validate-receiver';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { webhookSender } from '#shared/wiring/webhook-sender';
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
    judge: receiverValidator(around),
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
