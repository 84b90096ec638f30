import * as v from 'valibot';
import { isoOf, isoOrNull } from '#shared/foundation/core/time';
import { dateTime, idText } from '#shared/foundation/http/response/wire';
import type { Attempt } from '#shared/webhooks/delivery/rules/attempt';
import { type Delivery, isWaiting } from '#shared/webhooks/delivery/rules/delivery';

export const DELIVERY_STATUSES = ['pending', 'retrying', 'delivered', 'failed', 'skipped'] as const;

export const WebhookEventBody = v.strictObject({
  id: idText('evt'),
  object: v.literal('webhook_event'),
  type: v.string(),
  workspace_id: idText('wks'),
  /** Null where it went to the `webhook_url` of an order. */
  webhook_endpoint_id: v.nullable(idText('whe')),
  url: v.string(),
  api_version: v.string(),
  created_at: dateTime,
  delivery_status: v.picklist(DELIVERY_STATUSES),
  attempts_count: v.pipe(v.number(), v.integer()),
  next_attempt_at: v.nullable(dateTime),
  delivered_at: v.nullable(dateTime),
});

const AttemptBody = v.strictObject({
  number: v.pipe(v.number(), v.integer()),
  trigger: v.picklist(['automatic', 'manual']),
  attempted_at: dateTime,
  duration_ms: v.number(),
  response_status: v.nullable(v.pipe(v.number(), v.integer())),
  response_headers: v.record(v.string(), v.string()),
  response_body: v.nullable(v.string()),
  error: v.nullable(v.string()),
});

export const WebhookEventWithAttemptsBody = v.pipe(
  v.strictObject({
    ...WebhookEventBody.entries,
    attempts: v.array(AttemptBody),
    /** As sent, at the version of the endpoint; null where nothing could be rendered. */
    data: v.nullable(v.strictObject({ object: v.looseObject({ id: v.string(), object: v.string() }) })),
  }),
  v.title('WebhookEventWithAttempts'),
);

export const presentWebhookEvent = (delivery: Delivery) => ({
  id: delivery.id,
  object: 'webhook_event',
  type: delivery.type,
  workspace_id: delivery.workspaceId,
  webhook_endpoint_id: delivery.endpointId,
  url: delivery.url,
  api_version: delivery.apiVersion,
  created_at: isoOf(delivery.createdAt),
  delivery_status: delivery.status,
  attempts_count: delivery.attemptsCount,
  next_attempt_at: isWaiting(delivery) ? isoOf(delivery.dueAt) : null,
  delivered_at: isoOrNull(delivery.status === 'delivered' ? delivery.deliveredAt : null),
});

export const presentAttempt = (attempt: Attempt) => ({
  number: attempt.number,
  trigger: attempt.trigger,
  attempted_at: isoOf(attempt.attemptedAt),
  duration_ms: attempt.durationMs,
  response_status: attempt.responseStatus,
  response_headers: attempt.responseHeaders,
  response_body: attempt.responseBody,
  error: attempt.error,
});
