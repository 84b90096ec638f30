import * as v from 'valibot';
import type { Instant } from '#shared/core/time';
import { PUBLIC_EVENTS } from '#shared/events/rules/domain-event';
import { contract } from '#shared/http/contract';
import { idParams, instantField, metadataField, none, pageQuery, rule, workspaceField } from '#shared/http/fields';
import { listOf } from '#shared/http/response/wire';
import { REDELIVERABLE } from '#shared/webhooks/delivery/rules/bulk-redelivery';
import { dateField, eventsField, secretField, urlField } from '#shared/webhooks/endpoints/fields';
import { WebhookEndpointBody, WebhookRedeliveryBody, WebhookTestBody } from '#shared/webhooks/endpoints/present';

const group = 'webhook-endpoints';

const SHOWN_SECRET = { secret: 'whsec_BEEAIfmrVcFJQ36uzTBqJdOmWdSqHDdkPyJh9n0Rw0A=' };

export const createWebhookEndpointContract = contract({
  method: 'POST',
  path: '/webhook_endpoints',
  group,
  summary: 'Create a webhook endpoint',
  description:
    'Its bodies are rendered at the version of this request, or at `api_version`. A secret that the service generates is shown in this answer and never again. A workspace has at most 20.',
  params: none,
  query: none,
  body: v.strictObject({
    workspace_id: workspaceField,
    url: urlField,
    enabled_events: eventsField,
    secret: v.optional(secretField),
    api_version: v.optional(dateField),
    metadata: v.optional(metadataField),
  }),
  example: {
    workspace_id: 'wks_01kcw3v9e2f3hb5wnkq8zr6m4t',
    url: 'https://partner.example/hooks',
    enabled_events: ['meeting.created', 'meeting.finished'],
  },
  answers: {
    201: {
      description: 'The endpoint, with the secret that was generated.',
      schema: WebhookEndpointBody,
      example: SHOWN_SECRET,
    },
  },
  refusals: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    409: ['conflict'],
    422: ['invalid', 'inclusion', 'invalid_type', 'invalid_format', 'blank', 'too_long', 'unknown_field'],
  },
});

export const listWebhookEndpointsContract = contract({
  method: 'GET',
  path: '/webhook_endpoints',
  group,
  summary: 'List webhook endpoints',
  description: 'Newest first. Owners and admins of the workspace alone see them.',
  params: none,
  query: v.strictObject({ workspace_id: workspaceField, ...pageQuery }),
  body: undefined,
  answers: { 200: { description: 'A page of endpoints.', schema: listOf(WebhookEndpointBody) } },
  refusals: { 400: ['bad_request'], 401: ['unauthorized'], 403: ['workspace_access_not_allowed'] },
});

export const getWebhookEndpointContract = contract({
  method: 'GET',
  path: '/webhook_endpoints/{id}',
  group,
  summary: 'Read a webhook endpoint',
  description: 'Without its secret, which is shown once. For owners and admins of the workspace.',
  params: idParams('whe'),
  query: none,
  body: undefined,
  answers: { 200: { description: 'The endpoint, without its secret.', schema: WebhookEndpointBody } },
  refusals: { 403: ['workspace_access_not_allowed'], 404: ['not_found'] },
});

export const updateWebhookEndpointContract = contract({
  method: 'PATCH',
  path: '/webhook_endpoints/{id}',
  group,
  summary: 'Change a webhook endpoint',
  description:
    'A new `url` receives what still waits, too. Once it is `disabled`, events that wait become `skipped` when they are due; `metadata` merges.',
  params: idParams('whe'),
  query: none,
  body: v.strictObject({
    url: v.optional(urlField),
    enabled_events: v.optional(eventsField),
    status: v.optional(v.picklist(['enabled', 'disabled'])),
    metadata: v.optional(metadataField),
  }),
  example: { status: 'disabled' },
  answers: { 200: { description: 'The endpoint as it is now.', schema: WebhookEndpointBody } },
  refusals: {
    400: ['bad_request'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict'],
    422: ['invalid', 'inclusion', 'invalid_type', 'invalid_format', 'blank', 'too_long', 'unknown_field'],
  },
});

export const deleteWebhookEndpointContract = contract({
  method: 'DELETE',
  path: '/webhook_endpoints/{id}',
  group,
  summary: 'Delete a webhook endpoint',
  description: 'Nothing more is sent to it: events that wait for it become `skipped` and stay readable.',
  params: idParams('whe'),
  query: none,
  body: undefined,
  answers: { 200: { description: 'The endpoint as it was left.', schema: WebhookEndpointBody } },
  refusals: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'] },
});

export const rotateWebhookSecretContract = contract({
  method: 'POST',
  path: '/webhook_endpoints/{id}/rotate_secret',
  group,
  summary: 'Rotate a signing secret',
  description:
    'The old secret signs beside the new one for 24 hours: `X-Service-Signature` carries a `v1=` for each, newest first, and `X-Webhook-Signature` the newest alone. The new one is shown in this answer and never again.',
  params: idParams('whe'),
  query: none,
  body: undefined,
  answers: {
    200: { description: 'The endpoint, with its new secret.', schema: WebhookEndpointBody, example: SHOWN_SECRET },
  },
  refusals: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'] },
});

export const testWebhookEndpointContract = contract({
  method: 'POST',
  path: '/webhook_endpoints/{id}/test',
  callsOutside: true,
  group,
  summary: 'Test a webhook endpoint',
  description:
    'Sends a sample event with `test: true` in its envelope, once and at once, signed as any other; a disabled endpoint is tried, too. Without a `type` it is one that the endpoint subscribes to. The ids in the sample lead to nothing.',
  params: idParams('whe'),
  query: none,
  body: v.strictObject({ type: v.optional(v.picklist(PUBLIC_EVENTS)) }),
  bodyMayBeEmpty: true,
  example: { type: 'meeting.finished' },
  answers: { 200: { description: 'What the receiver answered, or why it did not.', schema: WebhookTestBody } },
  refusals: {
    400: ['bad_request'],
    401: ['unauthorized'],
    404: ['not_found'],
    422: ['inclusion', 'invalid', 'invalid_type', 'unknown_field'],
    429: ['rate_limited'],
  },
});

interface Span {
  readonly since: Instant;
  readonly until?: Instant | undefined;
  readonly delivery_status: (typeof REDELIVERABLE)[number];
}

export const redeliverToWebhookEndpointContract = contract({
  method: 'POST',
  path: '/webhook_endpoints/{id}/redeliver',
  group,
  summary: 'Redeliver what an endpoint missed',
  description:
    'Its events that were made from `since` on and before `until` (left out: now) and that `failed`, or were `skipped` while it was disabled: one manual attempt each, the same `id` and `data`, in the background, oldest first and about 25 a second. `count` says how many. A request takes at most 10,000; where `has_more` is true, go on with `since` set to the `until` of the answer, which may send events of that very millisecond twice. Events are kept 30 days.',
  params: idParams('whe'),
  query: none,
  body: v.pipe(
    v.strictObject({
      since: instantField,
      until: v.optional(instantField),
      delivery_status: v.picklist(REDELIVERABLE),
    }),
    rule<Span>(
      'until',
      '[invalid] must be later than since.',
      ({ since, until }) => until === undefined || until > since,
    ),
  ),
  example: { since: '2026-11-02T10:00:00Z', until: '2026-11-02T16:30:00Z', delivery_status: 'failed' },
  answers: { 202: { description: 'How many events are being sent once more.', schema: WebhookRedeliveryBody } },
  refusals: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict'],
    422: ['invalid', 'inclusion', 'invalid_type', 'invalid_format', 'unknown_field'],
    429: ['rate_limited'],
  },
});
