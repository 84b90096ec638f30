import type * as v from 'valibot';
import { byFound } from '#shared/api/http/early';
import type { WebhookEndpointId, WorkspaceId } from '#shared/foundation/core/ids';
import { type Instant, later } from '#shared/foundation/core/time';
import { EVENTS_KEPT_MS } from '#shared/foundation/events/outbox';
import type { BodyReader } from '#shared/foundation/http/request/body-reader';
import { loadRedelivery, redeliverMany } from '#shared/webhooks/delivery/commands/redeliver-many';
import { REDELIVERABLE } from '#shared/webhooks/delivery/rules/bulk-redelivery';
import { redeliverToWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { presentWebhookRedelivery } from '#shared/webhooks/endpoints/present';
import { findById, type WebhookContext, webhookEndpoint } from './context.ts';

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

type Sent = Omit<Named, 'body'> & { readonly context: WebhookContext; readonly body: BodyReader };

/** What the command loads, where the body names it. */
async function loadNamed({ context, params, body, now }: Sent, workspaceId: WorkspaceId) {
  const [since, until] = [body.instant('since'), body.instant('until')];
  const delivery_status = REDELIVERABLE.find((status) => status === body.value('delivery_status'));
  if (since === undefined || delivery_status === undefined) return undefined;
  const span = spanIn(workspaceId, { params, now, body: { since, until, delivery_status } });
  return loadRedelivery(context.table, span, now);
}

export const redeliver = webhookEndpoint(redeliverToWebhookEndpointContract, {
  resource: findById,
  early: byFound(findById, (_table, { workspaceId }, request: Sent) => loadNamed(request, workspaceId)),
  run: (request) => redeliverMany(request.context)(spanIn(request.workspace.state.id, request)),
  reply: (taken, request) => ({
    status: 202,
    body: presentWebhookRedelivery(spanIn(request.workspace.state.id, request), taken),
  }),
});
