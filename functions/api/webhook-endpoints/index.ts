import { apiGroup } from '#shared/api/http/api-group';
import { ok } from '#shared/api/http/endpoint';
import { listEndpoint } from '#shared/api/http/list-endpoint';
import { perRequest } from '#shared/api/http/per-request';
import type { AppContext } from '#shared/api/http/ports';
import { notFound } from '#shared/foundation/core/refusal';
import { type NameLookup, resolveName } from '#shared/webhooks/addresses/resolve-name';
import { receiverValidator } from '#shared/webhooks/addresses/validate-receiver';
import type { WebhookSender } from '#shared/webhooks/delivery/ports';
import { deleteEndpoint, rotateSecret } from '#shared/webhooks/endpoints/commands/save-endpoint';
import {
  deleteWebhookEndpointContract,
  getWebhookEndpointContract,
  listWebhookEndpointsContract,
  rotateWebhookSecretContract,
} from '#shared/webhooks/endpoints/contract';
import { presentWebhookEndpoint } from '#shared/webhooks/endpoints/present';
import { webhookEndpoints as entity } from '#shared/webhooks/endpoints/store';
import { deliveredTo } from '#shared/webhooks/stats/former-endpoints-store';
import { served } from '#shared/wiring/served';
import { webhookSender } from '#shared/wiring/webhook-sender';
import { findById, webhookEndpoint } from './context.ts';
import { stats } from './get-webhook-endpoint-stats.ts';
import { redeliver } from './redeliver-to-webhook-endpoint.ts';
import { create, generatedSecret, update } from './save-webhook-endpoint.ts';
import { test } from './test-webhook-endpoint.ts';

const list = listEndpoint(listWebhookEndpointsContract, {
  page: ({ context, workspaceId }, request) => entity.list(context.table, workspaceId, request),
  present: (one) => presentWebhookEndpoint(one),
});

const get = webhookEndpoint(getWebhookEndpointContract, {
  resource: findById,
  run: async ({ resource }) => resource.state,
  reply: (found) => ok(presentWebhookEndpoint(found)),
});

/** Sealed while the workspace is read: a rotation takes three round trips. */
const sealedSecret = perRequest(async (request: Parameters<typeof findById>[0]) => {
  const found = await findById(request);
  if (!found) throw notFound(entity.noun);
  const { id, workspaceId } = found.state;
  return request.context.sealer.seal(await generatedSecret(request), { workspace: workspaceId, resource: id });
});

const rotate = webhookEndpoint(rotateWebhookSecretContract, {
  resource: findById,
  afterKey: (request) => [sealedSecret(request)],
  run: async (request) => rotateSecret(request.context)(request.params.id, await sealedSecret(request)),
  reply: async (rotated, request) => ok(presentWebhookEndpoint(rotated, await generatedSecret(request))),
});

const remove = webhookEndpoint(deleteWebhookEndpointContract, {
  resource: findById,
  afterKey: (request) => [
    findById(request).then((found) => found && deliveredTo(request.context.table, found.state, request.now)),
  ],
  run: ({ context, params }) => deleteEndpoint(context)(params.id),
  reply: (deleted) => ok(presentWebhookEndpoint(deleted)),
});

type Needed = AppContext & {
  readonly lookUp: NameLookup;
  /** Of tests of endpoints; where absent, the sender of deliveries. */
  readonly sender?: WebhookSender;
};

export function webhookEndpoints(context: Needed) {
  const withWebhooks = {
    ...context,
    validateReceiver: receiverValidator(context),
    sender: context.sender ?? webhookSender(context),
  };
  return apiGroup(withWebhooks, create, list, get, stats, update, rotate, test, redeliver, remove);
}

export const handler = served((context) => webhookEndpoints({ ...context, lookUp: resolveName }));
