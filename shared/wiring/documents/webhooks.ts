import type * as v from 'valibot';
import { UsageBody } from '#shared/accounts/usage/present';
import { USAGE_EVENTS } from '#shared/accounts/usage/rules/usage-limits';
import { CalendarConnectionBody } from '#shared/calendars/connections/present';
import { CONNECTION_EVENTS } from '#shared/calendars/connections/rules/transitions';
import { CalendarFeedBody } from '#shared/calendars/feeds/present';
import { FEED_EVENTS } from '#shared/calendars/feeds/rules/calendar-feed';
import { BotBody } from '#shared/capture/bots/present';
import type { Json, JsonObject } from '#shared/foundation/core/json';
import type { EventTypes } from '#shared/foundation/events/rules/domain-event';
import { DELIVERY_EVENTS, ENDPOINT_EVENTS } from '#shared/foundation/events/rules/operational-event';
import { BOT_EVENTS } from '#shared/meetings/bots/rules/transitions';
import { MeetingBody } from '#shared/meetings/meetings/present';
import { MEETING_EVENTS } from '#shared/meetings/meetings/rules/meeting-events';
import { ConversationBody } from '#shared/texts/conversations/present';
import { CONVERSATION_EVENTS } from '#shared/texts/conversations/rules/conversation';
import { ExportBody } from '#shared/texts/exports/present';
import { EXPORT_EVENTS } from '#shared/texts/exports/rules/export';
import { OrderBody } from '#shared/texts/orders/present';
import { ORDER_EVENTS } from '#shared/texts/orders/rules/order-events';
import { WebhookEventBody } from '#shared/webhooks/delivery/present';
import { WebhookEndpointBody } from '#shared/webhooks/endpoints/present';
import { inPascalCase } from '#shared/wiring/documents/json-schemas';
import type { Print } from '#shared/wiring/documents/operations';
import { WEBHOOKS_TAG } from '#shared/wiring/documents/tags';

/** What each family of events is about. */
const SUBJECTS: readonly (readonly [types: readonly (keyof EventTypes)[], resource: v.GenericSchema])[] = [
  [MEETING_EVENTS, MeetingBody],
  [BOT_EVENTS, BotBody],
  [CONNECTION_EVENTS, CalendarConnectionBody],
  [FEED_EVENTS, CalendarFeedBody],
  [CONVERSATION_EVENTS, ConversationBody],
  [EXPORT_EVENTS, ExportBody],
  [ORDER_EVENTS, OrderBody],
  [USAGE_EVENTS, UsageBody],
  [ENDPOINT_EVENTS, WebhookEndpointBody],
  [DELIVERY_EVENTS, WebhookEventBody],
];

/** The resources that events carry, some of which no endpoint answers. */
export const SENT: readonly v.GenericSchema[] = SUBJECTS.map(([, resource]) => resource);

/** A webhook event, as documents describe it. */
export interface WebhookEvent {
  readonly type: string;
  /** `onMeetingCreated` of `meeting.created`. */
  readonly operationId: string;
  /** When it is sent. */
  readonly description: string;
  /** JSON Schema of the headers, which are the same for every event. */
  readonly headers: JsonObject;
  /** JSON Schema of the body. */
  readonly payload: JsonObject;
  readonly example: JsonObject;
}

/** Every event that is sent to endpoints. */
export const webhookEvents = ({ schemas, exampleOf }: Print): readonly WebhookEvent[] =>
  SUBJECTS.flatMap(([types, resource]) => {
    const object = schemas.answered(resource);
    return types.map((type) => eventOf(type, object, exampleOf(object) ?? null));
  });

/** The `webhooks` of the OpenAPI document: every event by its type. */
export const webhooksOf = (print: Print): JsonObject =>
  Object.fromEntries(webhookEvents(print).map((event) => [event.type, { post: operationOf(event) }]));

const eventOf = (type: keyof EventTypes, object: JsonObject, shown: Json): WebhookEvent => ({
  type,
  operationId: `on${inPascalCase(type)}`,
  description: SENT_WHEN[type],
  headers: HEADERS,
  payload: {
    type: 'object',
    required: ['id', 'type', 'created_at', 'data'],
    properties: {
      id: { type: 'string', pattern: '^evt_', description: 'The same in every attempt: deduplicate on it.' },
      type: { const: type },
      created_at: { type: 'string', format: 'date-time' },
      data: { type: 'object', required: ['object'], properties: { object } },
    },
  },
  example: { id: EVENT_ID, type, created_at: '2026-11-02T10:31:12.000Z', data: { object: shown } },
});

const operationOf = ({ type, operationId, description, payload, example }: WebhookEvent): JsonObject => ({
  operationId,
  tags: [WEBHOOKS_TAG],
  summary: type,
  description,
  parameters: SIGNED,
  requestBody: { required: true, content: { 'application/json': { schema: payload, example } } },
  responses: { '2XX': { description: ACKNOWLEDGED } },
  security: [],
});

const EVENT_ID = 'evt_01kcw3v9e2f3hb5wnkq8zr6m4t';

/** How events are delivered. */
const RETRIES =
  'Any other response is retried: up to 21 attempts over about 14 hours, at most an hour apart. Delivery is at least once and the order is not guaranteed: treat an event as a signal and read the resource again. After the last attempt the delivery is `failed`; it becomes `skipped` within a minute after the endpoint was disabled or deleted.';

/** How events are delivered. */
export const ABOUT_WEBHOOKS = `Each event is a POST to the URL of a webhook endpoint. A response of 2xx within ten seconds acknowledges it. ${RETRIES}`;

const ACKNOWLEDGED = `Acknowledges the event, within ten seconds. ${RETRIES}`;

/** When each event type is sent. */
export const SENT_WHEN: Readonly<Record<keyof EventTypes, string>> = {
  'meeting.created': 'A meeting first appears.',
  'meeting.updated':
    "Its schedule, people, settings, a recording's status, its phase, or the status of a part of its results changes. Not sent for metadata alone, nor when a meeting becomes past only because its end time passed and no bot was sent to it.",
  'meeting.finished':
    'Its results as a whole reach `ready` or `failed`. Not sent if nothing was recorded or there was no speech: the status stays `none`.',
  'bot.recording_started': 'The notetaker is in the call and recording.',
  'bot.recording_completed': 'The call ended and the recording is available.',
  'bot.transcript_ready': "The transcript is ready on the bot's meeting.",
  'bot.summary_ready': 'The summary is ready; the bot is `completed`.',
  'bot.failed': 'The bot or its transcription failed permanently; `reason` says why.',
  'bot.cancelled': 'The bot was cancelled before completion.',
  'calendar_connection.connected': 'A member finished consent, or consented again.',
  'calendar_connection.disconnected':
    'A calendar was disconnected through the API, in the app, or because its member was removed.',
  'calendar_connection.error': 'A connected calendar stopped syncing; send the member a new connect link.',
  'calendar_feed.warning':
    'The file of a calendar feed has faults of a kind that it did not have at the sync before: `warnings` says which and where. Not sent for more of the same kind.',
  'conversation.ready': 'The text of a conversation is ready to be read.',
  'export.ready':
    'The file of an export can be downloaded: read the export for its `download_link`, which is null in the event.',
  'export.failed': 'An export failed; `failure_reason` says why.',
  'order.submitted': 'An order was made, a draft was confirmed, or a failed order was run again.',
  'order.locked': 'The automatic result of an order is done, and people work on it.',
  'order.fulfilled': 'Every operation of an order has ended, and at least one has a text.',
  'order.failed': 'Every operation of an order failed; `failure_reason` says why.',
  'order.canceled': 'An order was canceled.',
  'usage.threshold':
    'A workspace reached 80 or 100 percent of a limit of the month; `limits` says which. Sent once for each limit, month and threshold.',
  'webhook_endpoint.failing':
    'Another endpoint of the workspace acknowledged nothing for an hour, in at least 10 attempts. Sent once, until it recovers. Only to endpoints that name the type.',
  'webhook_endpoint.recovered': 'A failing endpoint acknowledged an event. Only to endpoints that name the type.',
  'webhook_endpoint.disabled':
    'Another endpoint of the workspace was disabled: through the API, or by the service after `disable_after_hours` of failing; `disabled_reason` says which. Only to endpoints that name the type.',
  'webhook_event.failed':
    'An event used its 21 attempts at another endpoint without an acknowledgement. Not sent for operational events, and at most 60 times a minute in a workspace. Only to endpoints that name the type.',
};

const header = (name: string, description: string): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const SIGNED: readonly JsonObject[] = [
  header('X-Service-Event', 'The event type.'),
  header(
    'X-Service-Signature',
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>`, keyed with the whole secret. Reject a `t` older than five minutes.',
  ),
  header(
    'X-Webhook-Signature',
    '`sha256=<hex>`: HMAC-SHA256 of the raw body alone; with the old secret for 24 hours after a rotation.',
  ),
  {
    ...header(
      'X-Webhook-Signature-Next',
      '`sha256=<hex>` with the new secret. Sent only for 24 hours after a rotation, until `X-Webhook-Signature` uses it.',
    ),
    required: false,
  },
  {
    ...header(
      'webhook-signature',
      'With `webhook-id` and `webhook-timestamp`, as Standard Webhooks defines it. Sent only if the secret has the generated form.',
    ),
    required: false,
  },
];

/** The same headers as one JSON Schema. */
const HEADERS: JsonObject = {
  type: 'object',
  required: SIGNED.flatMap(({ name, required }) => (required === true ? [name as string] : [])),
  properties: Object.fromEntries(
    SIGNED.map(({ name, description = '' }) => [name as string, { type: 'string', description }]),
  ),
};
