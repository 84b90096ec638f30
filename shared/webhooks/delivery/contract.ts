import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import {
  documented,
  idField,
  idParams,
  instantField,
  optionalWorkspaceField,
  pageQuery,
} from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';
import { DELIVERY_STATUSES, WebhookEventBody, WebhookEventWithAttemptsBody } from '#shared/webhooks/delivery/present';
import { PUBLIC_EVENTS } from '#shared/webhooks/endpoints/rules/public-events';

const group = 'webhook-events';
const access = 'administer';

/** Webhooks may carry what lesser roles cannot read. */
export const ONLY_ADMINISTRATORS_READ_WEBHOOKS = {
  code: 'workspace_access_not_allowed',
  message: 'Only owners and admins of the workspace can read its webhooks.',
};

/** The id of a resource of any kind. */
const resourceField = documented(
  v.pipe(v.string(), v.regex(/^[a-z]{3}_[0-9a-z]{26}$/, '[invalid] must be the id of a resource.')),
  { type: 'string', pattern: '^[a-z]{3}_[0-9a-z]{26}$' },
);

export const listWebhookEventsContract = contract({
  method: 'GET',
  path: '/webhook_events',
  group,
  access,
  forbidden: ONLY_ADMINISTRATORS_READ_WEBHOOKS,
  summary: 'List webhook events',
  description:
    'One item for each event and endpoint, newest first, kept for 30 days. `delivery_status=failed` finds the events that a receiver missed, `resource_id` those about one resource, by the `id` of `data.object`; of events before 2026-11-29 it finds none. A key that belongs to exactly one workspace may leave out `workspace_id`.',
  query: v.strictObject({
    workspace_id: optionalWorkspaceField,
    webhook_endpoint_id: v.optional(idField('whe')),
    delivery_status: v.optional(v.picklist(DELIVERY_STATUSES)),
    type: v.optional(v.picklist(PUBLIC_EVENTS)),
    resource_id: v.optional(resourceField),
    created_after: v.optional(instantField),
    created_before: v.optional(instantField),
    ...pageQuery,
  }),
  responses: { 200: { description: 'A page of events.', schema: listOf(WebhookEventBody) } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'], 403: ['workspace_access_not_allowed'] },
});

export const getWebhookEventContract = contract({
  method: 'GET',
  path: '/webhook_events/{id}',
  group,
  access,
  forbidden: ONLY_ADMINISTRATORS_READ_WEBHOOKS,
  summary: 'Read a webhook event',
  description: 'Includes `data` as it was sent, and every attempt with the response of the receiver.',
  params: idParams('evt'),
  responses: { 200: { description: 'The event.', schema: WebhookEventWithAttemptsBody } },
  errors: { 403: ['workspace_access_not_allowed'], 404: ['not_found'] },
});

export const redeliverWebhookEventContract = contract({
  method: 'POST',
  path: '/webhook_events/{id}/redeliver',
  group,
  access,
  summary: 'Redeliver a webhook event',
  description:
    'Makes one manual attempt within seconds, with the same `id` and `data` and a new timestamp. The retry schedule does not change. An event with 100 attempts is 409 `conflict`.',
  params: idParams('evt'),
  responses: { 202: { description: 'The event before the attempt.', schema: WebhookEventBody } },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 429: ['rate_limited'] },
});
