import { created, ok } from '#shared/api/http/endpoint';
import { perRequest } from '#shared/api/http/per-request';
import { metadataAfter } from '#shared/foundation/core/metadata';
import { versionOn } from '#shared/foundation/versions/chain';
import { releases } from '#shared/foundation/versions/releases';
import { acceptReceiver } from '#shared/webhooks/endpoints/accept-receiver';
import {
  createEndpoint,
  requireRoomForEndpoint,
  updateEndpoint,
} from '#shared/webhooks/endpoints/commands/save-endpoint';
import { createWebhookEndpointContract, updateWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { presentWebhookEndpoint } from '#shared/webhooks/endpoints/present';
import { DEFAULT_OPTIONS } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { sealCustomHeaders } from '#shared/webhooks/signing/custom-headers';
import { newSecret } from '#shared/webhooks/signing/signature';
import { findById, type WebhookContext, webhookEndpoint } from './context.ts';

/** The secret that this request generates: `run` seals it, and `reply` shows it for the only time. */
export const generatedSecret = perRequest(async ({ context }: { readonly context: WebhookContext }) =>
  newSecret(context.randomBytes(32)),
);

export const create = webhookEndpoint(createWebhookEndpointContract, {
  async run(request) {
    const { context, workspace, body, caller } = request;
    const metadata = body.metadata === undefined ? {} : metadataAfter({}, body.metadata);
    const refuse = () => requireRoomForEndpoint(workspace.state);
    const url = await acceptReceiver(context)({ url: body.url, userId: caller.userId, refuse });
    const pin = body.api_version === undefined ? caller.version : versionOn(body.api_version, releases);
    const id = context.ids.make('whe');
    const secret = body.secret ?? (await generatedSecret(request));
    const owner = { workspace: workspace.state.id, resource: id };
    const [sealedSecret, headers] = await Promise.all([
      context.sealer.seal(secret, owner),
      sealCustomHeaders(context.sealer, body.headers ?? {}, owner),
    ]);
    const options = {
      filters: body.filters ?? DEFAULT_OPTIONS.filters,
      headers,
      disableAfterHours: body.disable_after_hours ?? null,
      maxPerSecond: body.max_per_second ?? null,
    };
    const { enabled_events: enabledEvents, status } = body;
    const wanted = { id, url, enabledEvents, status, pin, sealedSecret, metadata, ...options };
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
  async run({ context, resource, body, caller: { userId } }) {
    const { id, workspaceId } = resource.state;
    // What is stored was looked up, and is again for each connection.
    const newUrl = body.url === resource.state.url ? undefined : body.url;
    const [url, headers] = await Promise.all([
      newUrl === undefined ? undefined : acceptReceiver(context)({ url: newUrl, userId }),
      body.headers && sealCustomHeaders(context.sealer, body.headers, { workspace: workspaceId, resource: id }),
    ]);
    return updateEndpoint(context)(id, {
      url,
      enabledEvents: body.enabled_events,
      status: body.status,
      pin: body.api_version === undefined ? undefined : versionOn(body.api_version, releases),
      disableAfterHours: body.disable_after_hours,
      maxPerSecond: body.max_per_second,
      metadata: body.metadata,
      filters: body.filters,
      headers,
    });
  },
  reply: (endpoint) => ok(presentWebhookEndpoint(endpoint)),
});
