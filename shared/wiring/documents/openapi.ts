import type { JsonObject } from '#shared/foundation/core/json';
import type { Contract } from '#shared/foundation/http/contract';
import { NEWEST_VERSION } from '#shared/foundation/versions/releases';
import { codeExamples, ERRORS } from '#shared/wiring/documents/error-responses';
import { exampleMaker } from '#shared/wiring/documents/examples';
import { jsonSchemas } from '#shared/wiring/documents/json-schemas';
import { type Print, pathsOf } from '#shared/wiring/documents/operations';
import { tagsOf } from '#shared/wiring/documents/tags';
import { SENT, webhooksOf } from '#shared/wiring/documents/webhooks';

/** The OpenAPI 3.1 document of these endpoints, in the newest version: printed from what requests are parsed by. */
export function openapi(contracts: readonly Contract[], baseUrl: string): JsonObject {
  const responses = contracts.flatMap((contract) => Object.values(contract.responses).map(({ schema }) => schema));
  const schemas = jsonSchemas([...responses, ...SENT]);
  const print = { schemas, exampleOf: exampleMaker(schemas.components) };
  const paths = pathsOf(contracts, print);
  const named = examplesNamed(paths);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rapporteur',
      version: NEWEST_VERSION,
      description: ABOUT.join('\n\n'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    externalDocs: { description: 'The reference and the guides.', url: `${baseUrl}/docs` },
    security: [{ apiKey: [] }],
    tags: tagsOf(contracts),
    paths,
    webhooks: webhooksOf(print),
    components: {
      schemas: { ...schemas.components, Errors: ERRORS },
      parameters: { ServiceVersion: SERVICE_VERSION, IdempotencyKey: IDEMPOTENCY_KEY },
      examples: { ...resourceExamples(schemas.components, print.exampleOf, named), ...codeExamples(named) },
      headers: HEADERS,
      securitySchemes: { apiKey: API_KEY },
    },
  };
}

/** The names of the examples that answers point at. */
const examplesNamed = (paths: JsonObject): ReadonlySet<string> =>
  new Set([...JSON.stringify(paths).matchAll(/"#\/components\/examples\/(\w+)"/g)].map(([, name = '']) => name));

const resourceExamples = (
  components: JsonObject,
  exampleOf: Print['exampleOf'],
  named: ReadonlySet<string>,
): JsonObject =>
  Object.fromEntries(
    Object.keys(components)
      .filter((name) => named.has(name))
      .map((name) => [name, { value: exampleOf({ $ref: `#/components/schemas/${name}` }) ?? null }]),
  );

const ABOUT: readonly string[] = [
  'Meetings, notetaker bots, transcripts and signed webhooks.',
  'Every request carries a personal API key in the `Authorization` header. Request bodies may be JSON or forms, in snake_case or camelCase; unknown fields are refused by name.',
  'Every error response has an `errors` array: branch on `code`, show `message`, see `field`. Handle an unknown code by its status. A flood of requests from one address is refused in front of the API, with 429 in plain text.',
  'A page of a list may have fewer items than `limit`, even none, while `has_more` is true: follow `_links.next.url` until it is absent. A list may lag behind a write by about a second; a read by id does not.',
  'A POST with an `Idempotency-Key` can be repeated: within 24 hours it runs once, and a repeat gets the same response.',
  'Each request is served at one API version: that of its `Service-Version` header, else the pin of its key. The pin is the version that was current when the key was first used.',
];

const API_KEY: JsonObject = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: 'The personal API key, bare or after `Bearer`.',
};

/** No `format: date`: generators of clients either refuse it in headers or make dates that are not sent as such. */
const VERSION_DATE: JsonObject = {
  type: 'string',
  pattern: '^\\d{4}-?\\d{2}-?\\d{2}([Tt].+)?$',
  examples: [NEWEST_VERSION],
};

const SERVICE_VERSION: JsonObject = {
  name: 'Service-Version',
  in: 'header',
  required: false,
  description:
    'Serves this request at the newest version on or before this date: an ISO 8601 calendar date, or a date-time, whose date in UTC counts. Default: the pin of the key.',
  schema: VERSION_DATE,
};

const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A string of your choice that identifies this operation. If the request is sent again within 24 hours, it does not run again: the first response is returned with `Idempotent-Replayed: true`. Responses with 401, 429 or 5xx are not stored, and access is checked again.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$', examples: ['order-4711-bot'] },
};

const HEADERS: JsonObject = {
  ServiceVersion: {
    description: 'The version that served the request.',
    schema: VERSION_DATE,
  },
  RequestId: { description: 'Identifies the request in our logs.', schema: { type: 'string' } },
  Link: {
    description: 'For callers at an older version: the next breaking change, as `rel="successor-version"`.',
    schema: { type: 'string' },
  },
  IdempotentReplayed: {
    description: 'Present if the `Idempotency-Key` was used before: this is the first response.',
    schema: { type: 'string', enum: ['true'] },
  },
  Location: {
    description: 'The URL of the created resource. Not every endpoint sends it; the body always has the id.',
    schema: { type: 'string', format: 'uri' },
  },
  Allow: { description: 'The methods that the path supports.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' } },
};
