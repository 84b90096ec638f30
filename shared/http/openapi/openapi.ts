import type { JsonObject } from '#shared/core/json';
import type { Contract } from '#shared/http/contract';
import { exampleMaker } from '#shared/http/openapi/examples';
import { jsonSchemas } from '#shared/http/openapi/json-schemas';
import { type Print, pathsOf } from '#shared/http/openapi/operations';
import { codeExamples, ERRORS } from '#shared/http/openapi/refusals';
import { tagsOf } from '#shared/http/openapi/tags';
import { SENT, webhooksOf } from '#shared/http/openapi/webhooks';
import { NEWEST_VERSION } from '#shared/versions/releases';

/** The OpenAPI 3.1 document of these endpoints, in the newest version: printed from what requests are parsed by. */
export function openapi(contracts: readonly Contract[], baseUrl: string): JsonObject {
  const answers = contracts.flatMap((contract) => Object.values(contract.answers).map(({ schema }) => schema));
  const schemas = jsonSchemas([...answers, ...SENT]);
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
    externalDocs: { description: 'The reference and the guides, to be read.', url: `${baseUrl}/docs` },
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
  'Every request carries a personal API key in `Authorization`. Requests take camelCase and snake_case, JSON and forms; unknown fields are refused by name.',
  'Every refusal has an `errors` array: branch on `code`, show `message`, look at `field`. An unknown code is handled by its status. Far too many requests from one address are refused with 429 in plain text by what stands in front of the API.',
  'A page of a list may hold fewer than `limit`, even none, while `has_more` is true: follow `_links.next.url` until it is absent. A list may lag by about a second behind a write; a read by id never does.',
  'A POST with an `Idempotency-Key` can be sent again: within 24 hours it runs once and answers the same.',
  'Each request is served at one version: that of its `Service-Version` header, else the pin of its key, which is the version current when the key first called.',
];

const API_KEY: JsonObject = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: 'The personal key, bare or after `Bearer`.',
};

const SERVICE_VERSION: JsonObject = {
  name: 'Service-Version',
  in: 'header',
  required: false,
  description:
    'Serves this one request as of the newest version on or before the date. Without it: at the pin of the key.',
  schema: { type: 'string', format: 'date', examples: [NEWEST_VERSION] },
};

const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of yours for this one intent: sent again within 24 hours, the request is not run again but answered as before, with `Idempotent-Replayed: true`. 401, 429 and 5xx are not kept.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$', examples: ['order-4711-bot'] },
};

const HEADERS: JsonObject = {
  ServiceVersion: {
    description: 'The version that served the request.',
    schema: { type: 'string', format: 'date' },
  },
  RequestId: { description: 'Names this request in our logs.', schema: { type: 'string' } },
  Link: {
    description: 'To callers of older versions: the next breaking change, as `rel="successor-version"`.',
    schema: { type: 'string' },
  },
  IdempotentReplayed: {
    description: 'Present where an `Idempotency-Key` was sent before: this is the answer of then.',
    schema: { type: 'string', enum: ['true'] },
  },
  Location: {
    description: 'Where what was made is read. Not every endpoint says it: the id always does.',
    schema: { type: 'string', format: 'uri' },
  },
  Allow: { description: 'The methods that the path takes.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' } },
};
