import type * as v from 'valibot';
import type { WebhookEndpointId, WorkspaceId } from '#shared/core/ids';
import { type Instant, later } from '#shared/core/time';
import { EVENTS_KEPT_MS } from '#shared/events/outbox';
import { redeliverMany } from '#shared/webhooks/delivery/commands/redeliver-many';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { redeliverToWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { presentWebhookRedelivery } from '#shared/webhooks/endpoints/present';
import { findById, webhookEndpoint } from './context.ts';

interface Named {
  readonly params: { readonly id: WebhookEndpointId };
  readonly body: v.InferOutput<typeof redeliverToWebhookEndpointContract.body>;
  readonly now: Instant;
}

const spanIn = (workspaceId: WorkspaceId, { params, body, now }: Named) => ({
  workspaceId,
  endpointId: params.id,
  status: body.delivery_status,
  since: Math.max(body.since, later(now, -EVENTS_KEPT_MS)) as Instant,
  until: body.until ?? (Math.max(body.since, now) as Instant),
});

export const redeliver = webhookEndpoint(redeliverToWebhookEndpointContract, {
  resource: findById,
  prefetch: (request) => [
    findById(request).then(
      (endpoint) =>
        endpoint && deliveryStore(request.context.table).keys(spanIn(endpoint.state.workspaceId, request), undefined),
    ),
  ],
  run: (request) => redeliverMany(request.context)(spanIn(request.workspace.state.id, request)),
  reply: (taken, request) => ({
    status: 202,
    body: presentWebhookRedelivery(spanIn(request.workspace.state.id, request), taken),
  }),
});
