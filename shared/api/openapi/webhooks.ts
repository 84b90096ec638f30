import type * as v from 'valibot';
import type { JsonSchemas } from '#shared/api/openapi/json-schemas';
import { BotBody } from '#shared/api/resources/bots';
import { CalendarConnectionBody } from '#shared/api/resources/calendar-connections';
import { MeetingBody } from '#shared/api/resources/meetings';
import { BOT_EVENTS, CONNECTION_EVENTS, MEETING_EVENTS } from '#shared/domain/events';
import type { JsonObject } from '#shared/domain/json';

/** What each family of events is about. */
const SUBJECTS: readonly (readonly [types: readonly string[], resource: v.GenericSchema])[] = [
  [MEETING_EVENTS, MeetingBody],
  [BOT_EVENTS, BotBody],
  [CONNECTION_EVENTS, CalendarConnectionBody],
];

/** The resources that events carry, some of which no endpoint answers. */
export const SENT: readonly v.GenericSchema[] = SUBJECTS.map(([, resource]) => resource);

/** Every event that is sent to endpoints, by its type. */
export const webhooksOf = (schemas: JsonSchemas): JsonObject =>
  Object.fromEntries(
    SUBJECTS.flatMap(([types, resource]) =>
      types.map((type) => [type, { post: eventOf(type, schemas.answered(resource)) }]),
    ),
  );

const eventOf = (type: string, object: JsonObject): JsonObject => ({
  operationId: `on${inPascalCase(type)}`,
  summary: type,
  parameters: SIGNED,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['id', 'type', 'created_at', 'data'],
          properties: {
            id: { type: 'string', pattern: '^evt_', description: 'The same in every attempt: deduplicate on it.' },
            type: { const: type },
            created_at: { type: 'string', format: 'date-time' },
            data: { type: 'object', required: ['object'], properties: { object } },
          },
        },
      },
    },
  },
  responses: { '2XX': { description: 'Acknowledges it, within ten seconds. Anything else is tried again.' } },
  security: [],
});

const inPascalCase = (type: string): string =>
  type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());

const header = (name: string, description: string): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const SIGNED: readonly JsonObject[] = [
  header('X-Service-Event', 'The type of the event.'),
  header(
    'X-Service-Signature',
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>`, keyed with the whole secret. Reject a `t` older than five minutes.',
  ),
  header('X-Webhook-Signature', '`sha256=<hex>`: HMAC-SHA256 of the raw body alone.'),
];
