import * as v from 'valibot';
import { type Instant, isoOf } from '#shared/core/time';
import { dateTime, idText, metadataMap } from '#shared/http/response/wire';
import type { WebhookOutcome } from '#shared/webhooks/delivery/ports/webhook-sender';
import { type DeliverySpan, REDELIVERABLE } from '#shared/webhooks/delivery/rules/bulk-redelivery';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

export const WebhookEndpointBody = v.strictObject({
  id: idText('whe'),
  object: v.literal('webhook_endpoint'),
  workspace_id: idText('wks'),
  url: v.string(),
  enabled_events: v.array(v.string()),
  status: v.picklist(['enabled', 'disabled']),
  api_version: v.string(),
  /** Shown once, when the service generated it. */
  secret: v.optional(v.string()),
  metadata: metadataMap,
  created_at: dateTime,
  updated_at: dateTime,
});

export const presentWebhookEndpoint = (endpoint: WebhookEndpoint, secret?: string) => ({
  id: endpoint.id,
  object: 'webhook_endpoint',
  workspace_id: endpoint.workspaceId,
  url: endpoint.url,
  enabled_events: endpoint.enabledEvents,
  status: endpoint.status,
  api_version: endpoint.pin,
  ...(secret !== undefined && { secret }),
  metadata: endpoint.metadata,
  created_at: isoOf(endpoint.createdAt),
  updated_at: isoOf(endpoint.updatedAt),
});

export const WebhookTestBody = v.strictObject({
  object: v.literal('webhook_test'),
  type: v.string(),
  response_status: v.nullable(v.pipe(v.number(), v.integer())),
  duration_ms: v.number(),
  response_body: v.nullable(v.string()),
  error: v.nullable(v.string()),
});

export const presentWebhookTest = (type: string, outcome: WebhookOutcome) => ({
  object: 'webhook_test',
  type,
  response_status: outcome.responseStatus,
  duration_ms: outcome.durationMs,
  response_body: outcome.responseBody,
  error: outcome.error,
});

export const WebhookRedeliveryBody = v.strictObject({
  object: v.literal('webhook_redelivery'),
  webhook_endpoint_id: idText('whe'),
  delivery_status: v.picklist(REDELIVERABLE),
  since: dateTime,
  until: dateTime,
  count: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** More would follow: `until` is then where to go on. */
  has_more: v.boolean(),
});

export const presentWebhookRedelivery = (
  { endpointId, status, since }: DeliverySpan,
  { count, until, hasMore }: { readonly count: number; readonly until: Instant; readonly hasMore: boolean },
) => ({
  object: 'webhook_redelivery',
  webhook_endpoint_id: endpointId,
  delivery_status: status,
  since: isoOf(since),
  until: isoOf(until),
  count,
  has_more: hasMore,
});
