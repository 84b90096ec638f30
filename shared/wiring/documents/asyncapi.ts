import { isJsonObject, type Json, type JsonObject } from '#shared/foundation/core/json';
import { NEWEST_VERSION } from '#shared/foundation/versions/releases';
import { exampleMaker } from '#shared/wiring/documents/examples';
import { jsonSchemas } from '#shared/wiring/documents/json-schemas';
import { ABOUT_WEBHOOKS, SENT, type WebhookEvent, webhookEvents } from '#shared/wiring/documents/webhooks';

/** The AsyncAPI 3.0 document of the webhook events, in the newest version: the same schemas as in the OpenAPI document. */
export function asyncapi(baseUrl: string): JsonObject {
  const schemas = jsonSchemas(SENT);
  const events = webhookEvents({ schemas, exampleOf: exampleMaker(schemas.components) });
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Rapporteur webhooks',
      version: NEWEST_VERSION,
      description: ABOUT_WEBHOOKS,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      externalDocs: { description: 'The guide to webhooks.', url: `${baseUrl}/docs/webhooks` },
    },
    defaultContentType: 'application/json',
    channels: {
      webhooks: {
        // The URL of a webhook endpoint, which the partner chooses.
        address: null,
        messages: Object.fromEntries(
          events.map(({ type }) => [type, { $ref: `#/components/messages/${type}` }] as const),
        ),
      },
    },
    operations: Object.fromEntries(events.map((event) => [event.operationId, operationOf(event)])),
    components: {
      schemas: withoutDiscriminators(schemas.components) as JsonObject,
      messages: Object.fromEntries(events.map((event) => [event.type, messageOf(event)])),
    },
  };
}

const operationOf = ({ type, description }: WebhookEvent): JsonObject => ({
  action: 'send',
  channel: { $ref: '#/channels/webhooks' },
  summary: type,
  description,
  messages: [{ $ref: `#/channels/webhooks/messages/${type}` }],
  bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
});

const messageOf = ({ type, description, headers, payload, example }: WebhookEvent): JsonObject => ({
  name: type,
  title: type,
  summary: description,
  headers,
  payload,
  examples: [{ name: type, payload: example }],
});

/** A discriminator of OpenAPI is an object, that of AsyncAPI the name of a field of every alternative. */
function withoutDiscriminators(json: Json): Json {
  if (Array.isArray(json)) return json.map(withoutDiscriminators);
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]) =>
      name === 'discriminator' && isJsonObject(value) && 'propertyName' in value
        ? []
        : [[name, withoutDiscriminators(value)] as const],
    ),
  );
}
