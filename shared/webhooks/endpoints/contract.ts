import * as v from 'valibot';
import type { Instant } from '#shared/foundation/core/time';
import { contract } from '#shared/foundation/http/contract';
import {
  alsoDocumented,
  idParams,
  instantField,
  metadataField,
  pageQuery,
  rule,
  urlField,
  workspaceField,
} from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';
import { ONLY_ADMINISTRATORS_READ_WEBHOOKS } from '#shared/webhooks/delivery/contract';
import { REDELIVERABLE } from '#shared/webhooks/delivery/rules/bulk-redelivery';
import {
  dateField,
  disableAfterHoursField,
  eventsField,
  maxPerSecondField,
  secretField,
} from '#shared/webhooks/endpoints/fields';
import { filtersField } from '#shared/webhooks/endpoints/filter-fields';
import { headersField } from '#shared/webhooks/endpoints/header-fields';
import { WebhookEndpointBody, WebhookRedeliveryBody, WebhookTestBody } from '#shared/webhooks/endpoints/present';
import { PUBLIC_EVENTS } from '#shared/webhooks/endpoints/rules/public-events';

const group = 'webhook-endpoints';
const access = 'administer';

const SHOWN_SECRET = { secret: 'whsec_BEEAIfmrVcFJQ36uzTBqJdOmWdSqHDdkPyJh9n0Rw0A=' };

const statusField = alsoDocumented(v.picklist(['enabled', 'disabled']), {
  description: 'While `disabled`, events are skipped.',
});

export const createWebhookEndpointContract = contract({
  method: 'POST',
  path: '/webhook_endpoints',
  audits: 'webhook_endpoint.created',
  group,
  access,
  summary: 'Create a webhook endpoint',
  description:
    'Its events are rendered at the version of this request, or at `api_version`. A signing secret that the service generates is shown in this response only. A workspace has at most 20 endpoints.',
  body: v.strictObject({
    workspace_id: workspaceField,
    url: urlField,
    enabled_events: eventsField,
    secret: v.optional(secretField),
    api_version: v.optional(dateField),
    headers: v.optional(headersField),
    filters: v.optional(filtersField),
    disable_after_hours: v.optional(disableAfterHoursField),
    max_per_second: v.optional(maxPerSecondField),
    status: v.optional(statusField, 'enabled'),
    metadata: v.optional(metadataField),
  }),
  example: {
    workspace_id: 'wks_01kcw3v9e2f3hb5wnkq8zr6m4t',
    url: 'https://partner.example/hooks',
    enabled_events: ['meeting.created', 'meeting.finished'],
  },
  responses: {
    201: {
      description: 'The endpoint, with the generated secret.',
      schema: WebhookEndpointBody,
      example: SHOWN_SECRET,
    },
  },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    409: ['conflict'],
    422: ['missing', 'invalid', 'inclusion', 'invalid_type', 'invalid_format', 'blank', 'too_long', 'unknown_field'],
    429: ['rate_limited'],
  },
});

export const listWebhookEndpointsContract = contract({
  method: 'GET',
  path: '/webhook_endpoints',
  group,
  access,
  forbidden: ONLY_ADMINISTRATORS_READ_WEBHOOKS,
  summary: 'List webhook endpoints',
  description: 'Newest first. Requires an owner or admin of the workspace.',
  query: v.strictObject({ workspace_id: workspaceField, ...pageQuery }),
  responses: { 200: { description: 'A page of endpoints.', schema: listOf(WebhookEndpointBody) } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'], 403: ['workspace_access_not_allowed'] },
});

export const getWebhookEndpointContract = contract({
  method: 'GET',
  path: '/webhook_endpoints/{id}',
  group,
  access,
  forbidden: ONLY_ADMINISTRATORS_READ_WEBHOOKS,
  summary: 'Read a webhook endpoint',
  description: 'The secret is not included. Requires an owner or admin of the workspace.',
  params: idParams('whe'),
  responses: { 200: { description: 'The endpoint, without its secret.', schema: WebhookEndpointBody } },
  errors: { 403: ['workspace_access_not_allowed'], 404: ['not_found'] },
});

export const updateWebhookEndpointContract = contract({
  method: 'PATCH',
  path: '/webhook_endpoints/{id}',
  audits: 'webhook_endpoint.updated',
  group,
  access,
  summary: 'Change a webhook endpoint',
  description:
    'A new `url` also receives the events that are waiting. Events from the change on are rendered at a new `api_version`; earlier events keep theirs. While the endpoint is `disabled`, waiting events become `skipped` when they are due. `metadata` is merged.',
  params: idParams('whe'),
  body: v.strictObject({
    url: v.optional(urlField),
    enabled_events: v.optional(eventsField),
    status: v.optional(statusField),
    api_version: v.optional(dateField),
    headers: v.optional(headersField),
    filters: v.optional(filtersField),
    disable_after_hours: v.optional(disableAfterHoursField),
    max_per_second: v.optional(maxPerSecondField),
    metadata: v.optional(metadataField),
  }),
  example: { status: 'disabled' },
  responses: { 200: { description: 'The updated endpoint.', schema: WebhookEndpointBody } },
  errors: {
    400: ['bad_request'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict'],
    422: ['missing', 'invalid', 'inclusion', 'invalid_type', 'invalid_format', 'blank', 'too_long', 'unknown_field'],
    429: ['rate_limited'],
  },
});

export const deleteWebhookEndpointContract = contract({
  method: 'DELETE',
  path: '/webhook_endpoints/{id}',
  audits: 'webhook_endpoint.deleted',
  group,
  access,
  summary: 'Delete a webhook endpoint',
  description: 'No more requests are sent to it. Waiting events become `skipped` and stay readable.',
  params: idParams('whe'),
  responses: { 200: { description: 'The deleted endpoint.', schema: WebhookEndpointBody } },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 429: ['rate_limited'] },
});

export const rotateWebhookSecretContract = contract({
  method: 'POST',
  path: '/webhook_endpoints/{id}/rotate_secret',
  audits: 'webhook_endpoint.secret_rotated',
  group,
  access,
  summary: 'Rotate a signing secret',
  description:
    'Creates a new secret. The old secret signs beside it for 24 hours: `X-Service-Signature` carries a `v1=` for each, newest first; `X-Webhook-Signature` stays with the old one, and `X-Webhook-Signature-Next` carries the digest of the new one. The new secret is shown in this response only.',
  params: idParams('whe'),
  responses: {
    200: { description: 'The endpoint, with its new secret.', schema: WebhookEndpointBody, example: SHOWN_SECRET },
  },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'] },
});

export const testWebhookEndpointContract = contract({
  method: 'POST',
  path: '/webhook_endpoints/{id}/test',
  callsOutside: true,
  group,
  access,
  summary: 'Test a webhook endpoint',
  description:
    'Sends one sample event at once, signed like any other, with `test: true` in its envelope. A disabled endpoint can be tested, too. Without `type`, the sample has a type that the endpoint subscribes to. The ids in the sample do not exist.',
  params: idParams('whe'),
  body: v.strictObject({ type: v.optional(v.picklist(PUBLIC_EVENTS)) }),
  bodyMayBeEmpty: true,
  example: { type: 'meeting.finished' },
  responses: { 200: { description: 'The response of the receiver, or why there was none.', schema: WebhookTestBody } },
  errors: {
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
  access,
  summary: 'Redeliver what an endpoint missed',
  description:
    'Sends the events again that were created from `since` on and before `until` (default: now) and that are `failed`, or were `skipped` while the endpoint was disabled. Each gets one manual attempt with the same `id` and `data`, in the background, oldest first, about 25 a second. `count` is the number of events, at most 10,000. If `has_more` is true, repeat the request with `since` set to the `until` of the response; events of that exact millisecond may be sent twice. Events are kept for 30 days.',
  params: idParams('whe'),
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
  responses: { 202: { description: 'The number of events that are being sent again.', schema: WebhookRedeliveryBody } },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict'],
    422: ['invalid', 'inclusion', 'invalid_type', 'invalid_format', 'unknown_field'],
    429: ['rate_limited'],
  },
});
