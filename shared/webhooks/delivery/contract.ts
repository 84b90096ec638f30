import * as v from 'valibot';
import { PUBLIC_EVENTS } from '#shared/events/rules/domain-event';
import { contract } from '#shared/http/contract';
import { idField, idParams, instantField, none, pageQuery, workspaceField } from '#shared/http/fields';
import { listOf } from '#shared/http/response/wire';
import { DELIVERY_STATUSES, WebhookEventBody, WebhookEventWithAttemptsBody } from '#shared/webhooks/delivery/present';

const group = 'webhook-events';

export const listWebhookEventsContract = contract({
  method: 'GET',
  path: '/webhook_events',
  group,
  summary: 'List webhook events',
  description:
    'One for each event and endpoint, newest first, kept 30 days. `delivery_status=failed` finds what a receiver missed. `workspace_id` may be left out by a key that belongs to one workspace.',
  params: none,
  query: v.strictObject({
    workspace_id: v.optional(workspaceField),
    webhook_endpoint_id: v.optional(idField('whe')),
    delivery_status: v.optional(v.picklist(DELIVERY_STATUSES)),
    type: v.optional(v.picklist(PUBLIC_EVENTS)),
    created_after: v.optional(instantField),
    created_before: v.optional(instantField),
    ...pageQuery,
  }),
  body: undefined,
  answers: { 200: { description: 'A page of events.', schema: listOf(WebhookEventBody) } },
  refusals: { 400: ['bad_request'], 401: ['unauthorized'], 403: ['workspace_access_not_allowed'] },
});

export const getWebhookEventContract = contract({
  method: 'GET',
  path: '/webhook_events/{id}',
  group,
  summary: 'Read a webhook event',
  description: 'With `data` as it was sent, and every attempt with what the receiver answered.',
  params: idParams('evt'),
  query: none,
  body: undefined,
  answers: { 200: { description: 'The event.', schema: WebhookEventWithAttemptsBody } },
  refusals: { 403: ['workspace_access_not_allowed'], 404: ['not_found'] },
});

export const redeliverWebhookEventContract = contract({
  method: 'POST',
  path: '/webhook_events/{id}/redeliver',
  group,
  summary: 'Redeliver a webhook event',
  description:
    'One manual attempt within seconds: the same `id` and `data` with a new timestamp. It neither uses up nor restarts the schedule of retries.',
  params: idParams('evt'),
  query: none,
  body: undefined,
  answers: { 202: { description: 'The event as it is before the attempt.', schema: WebhookEventBody } },
  refusals: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 429: ['rate_limited'] },
});
