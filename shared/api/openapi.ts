import type { Contract } from '#shared/api/contract';
import { jsonSchemas } from '#shared/api/openapi/json-schemas';
import { pathsOf } from '#shared/api/openapi/operations';
import { ERRORS } from '#shared/api/openapi/refusals';
import { SENT, webhooksOf } from '#shared/api/openapi/webhooks';
import type { JsonObject } from '#shared/domain/json';
import { NEWEST_VERSION } from '#shared/versions/releases';

/** The OpenAPI 3.1 document of these endpoints, in the newest version: printed from what requests are parsed by. */
export function openapi(contracts: readonly Contract[], baseUrl: string): JsonObject {
  const answers = contracts.flatMap((contract) => Object.values(contract.answers).map(({ schema }) => schema));
  const schemas = jsonSchemas([...answers, ...SENT]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rapporteur',
      version: NEWEST_VERSION,
      description:
        'Meetings, notetaker bots, transcripts and signed webhooks. Requests take camelCase and snake_case, JSON and forms; unknown fields are refused. A page of a list may hold fewer than `limit`, even none, while `has_more` is true: follow `_links.next.url` until it is absent. A list may lag by about a second behind a write; a read by id never does.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(contracts.map(({ group }) => group))].map((name) => ({ name })),
    paths: pathsOf(contracts, schemas),
    webhooks: webhooksOf(schemas),
    components: {
      schemas: { ...schemas.components, Errors: ERRORS },
      parameters: { ServiceVersion: SERVICE_VERSION },
      headers: HEADERS,
      securitySchemes: { apiKey: API_KEY },
    },
  };
}

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
  Allow: { description: 'The methods that the path takes.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' } },
};
