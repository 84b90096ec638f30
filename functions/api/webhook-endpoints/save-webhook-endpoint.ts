import { metadataAfter } from '#shared/core/metadata-after';
import { Refusal } from '#shared/core/refusal';
import { created, ok } from '#shared/http/endpoint';
import { perRequest } from '#shared/http/per-request';
import { versionOn } from '#shared/versions/chain';
import { releases } from '#shared/versions/releases';
import { createEndpoint, updateEndpoint } from '#shared/webhooks/endpoints/commands/save-endpoint';
import { createWebhookEndpointContract, updateWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { presentWebhookEndpoint } from '#shared/webhooks/endpoints/present';
import { newSecret } from '#shared/webhooks/signing/new-secret';
import { findById, type WebhookContext, webhookEndpoint } from './context.ts';

/** The secret that this request generates: `run` seals it, and `reply` shows it for the only time. */
export const generatedSecret = perRequest(async ({ context }: { readonly context: WebhookContext }) =>
  newSecret(context.randomBytes(32)),
);

export const create = webhookEndpoint(createWebhookEndpointContract, {
  async run(request) {
    const { context, workspace, body, caller } = request;
    const metadata = body.metadata === undefined ? {} : metadataAfter({}, body.metadata);
    const url = await acceptedUrl(context, body.url);
    const pin = body.api_version === undefined ? caller.version : versionOn(body.api_version, releases);
    const id = context.ids.make('whe');
    const secret = body.secret ?? (await generatedSecret(request));
    const sealedSecret = await context.sealer.seal(secret, { workspace: workspace.state.id, resource: id });
    const wanted = { id, url, enabledEvents: body.enabled_events, pin, sealedSecret, metadata };
    return createEndpoint(context)(workspace.state.id, wanted);
  },
  async reply(endpoint, request) {
    const secret = request.body.secret === undefined ? await generatedSecret(request) : undefined;
    const location = `${request.context.baseUrl}/webhook_endpoints/${endpoint.id}`;
    return created(presentWebhookEndpoint(endpoint, secret), location);
  },
});

export const update = webhookEndpoint(updateWebhookEndpointContract, {
  resource: findById,
  run: async ({ context, resource, body }) =>
    updateEndpoint(context)(resource.state.id, {
      url: body.url === undefined ? undefined : await acceptedUrl(context, body.url),
      enabledEvents: body.enabled_events,
      status: body.status,
      metadata: body.metadata,
    }),
  reply: (endpoint) => ok(presentWebhookEndpoint(endpoint)),
});

/** The URL in the form that is stored and sent to. */
async function acceptedUrl({ validateReceiver }: WebhookContext, url: string): Promise<string> {
  const validation = await validateReceiver(url);
  if ('fault' in validation) throw new Refusal('unprocessable', [validation.fault]);
  return validation.accepted;
}
