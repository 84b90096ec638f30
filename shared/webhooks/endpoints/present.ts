import * as v from 'valibot';
import { type Instant, isoOf, isoOrNull } from '#shared/foundation/core/time';
import { documented } from '#shared/foundation/http/fields';
import { dateTime, idText, metadataMap } from '#shared/foundation/http/response/wire';
import type { WebhookOutcome } from '#shared/webhooks/delivery/ports';
import { type DeliverySpan, REDELIVERABLE } from '#shared/webhooks/delivery/rules/bulk-redelivery';
import { FILTERS_DOCUMENT } from '#shared/webhooks/endpoints/filter-fields';
import { maskedHeaders } from '#shared/webhooks/endpoints/header-fields';
import { MASKED_VALUE } from '#shared/webhooks/endpoints/rules/endpoint-headers';
import { FILTER_OPERATORS } from '#shared/webhooks/endpoints/rules/event-filter';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

const FilterConditionBody = v.strictObject({
  path: v.string(),
  operator: v.picklist(FILTER_OPERATORS),
  value: v.union([v.string(), v.number(), v.boolean(), v.null()]),
});

export const WebhookEndpointBody = v.strictObject({
  id: idText('whe'),
  object: v.literal('webhook_endpoint'),
  workspace_id: idText('wks'),
  url: v.string(),
  enabled_events: v.array(v.string()),
  status: v.picklist(['enabled', 'disabled']),
  disabled_reason: v.nullable(v.picklist(['requested', 'failing'])),
  failing_since: v.nullable(dateTime),
  disable_after_hours: v.nullable(v.pipe(v.number(), v.integer())),
  max_per_second: v.nullable(v.pipe(v.number(), v.integer())),
  api_version: v.string(),
  /** Shown once, when the service generated it. */
  secret: v.optional(v.string()),
  headers: maskedHeaders,
  filters: documented(v.record(v.string(), v.array(FilterConditionBody)), FILTERS_DOCUMENT),
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
  disabled_reason: endpoint.status === 'disabled' ? (endpoint.disabledReason ?? 'requested') : null,
  failing_since: isoOrNull(endpoint.failingSince),
  disable_after_hours: endpoint.disableAfterHours,
  max_per_second: endpoint.maxPerSecond,
  api_version: endpoint.pin,
  ...(secret !== undefined && { secret }),
  headers: Object.fromEntries(endpoint.headers.names.map((name) => [name, MASKED_VALUE])),
  filters: endpoint.filters,
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
