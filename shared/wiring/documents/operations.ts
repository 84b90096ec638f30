import type * as v from 'valibot';
import { isJsonObject, type Json, type JsonObject } from '#shared/foundation/core/json';
import {
  type Contract,
  isDocumented,
  type SuccessResponse,
  takesIdempotencyKey,
} from '#shared/foundation/http/contract';
import { parameterDescription } from '#shared/wiring/documents/descriptions/parameters';
import { errorResponsesOf, SERVED_AT } from '#shared/wiring/documents/error-responses';
import type { JsonSchemas } from '#shared/wiring/documents/json-schemas';

/** What the operations of a document are printed with. */
export interface Print {
  readonly schemas: JsonSchemas;
  /** An example of what a schema of the document describes. */
  readonly exampleOf: (schema: JsonObject) => Json | undefined;
}

/** The paths of the document: every endpoint, under its path and method. */
export function pathsOf(contracts: readonly Contract[], print: Print): JsonObject {
  const byPath = Map.groupBy(contracts.filter(isDocumented), ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, some]) => [
      path,
      Object.fromEntries(some.map((contract) => [contract.method.toLowerCase(), operationOf(contract, print)])),
    ]),
  );
}

const operationOf = (contract: Contract, print: Print): JsonObject => ({
  operationId: operationIdOf(contract),
  tags: [contract.group],
  summary: contract.summary,
  ...(contract.description !== undefined && { description: contract.description }),
  parameters: [
    ...parameters('path', contract.params, print.schemas),
    ...parameters('query', contract.query, print.schemas),
    { $ref: '#/components/parameters/ServiceVersion' },
    ...(takesIdempotencyKey(contract) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(contract.ifMatch ? [IF_MATCH] : []),
  ],
  ...(contract.body && { requestBody: bodyOf(contract.body, contract, print.schemas) }),
  responses: { ...responsesOf(contract, print), ...errorResponsesOf(contract) },
  ...(contract.deprecated && { deprecated: true }),
  ...(contract.access === 'open' && { security: [] }),
});

/** `listMeetings` of "List meetings"; articles and possessives are left out. */
const operationIdOf = ({ summary }: Contract): string =>
  summary
    .replace(/'s\b/g, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '' && !['a', 'an', 'the'].includes(word.toLowerCase()))
    .map((word, at) => (at === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');

function parameters(place: 'path' | 'query', schema: v.GenericSchema, schemas: JsonSchemas): readonly JsonObject[] {
  const { properties = {}, required = [] } = schemas.parameters(schema) as ObjectSchema;
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: place,
    required: required.includes(name),
    // The description in the schema itself counts more, for a name that means something else elsewhere.
    description: described['description'] ?? parameterDescription(name),
    schema: described,
  }));
}

type ObjectSchema = {
  readonly properties?: Readonly<Record<string, JsonObject>>;
  readonly required?: readonly string[];
};

function bodyOf(body: v.GenericSchema, contract: Contract, schemas: JsonSchemas): JsonObject {
  const { example, bodyMayBeEmpty, multipart } = contract;
  const type = multipart ? 'multipart/form-data' : 'application/json';
  return {
    required: !bodyMayBeEmpty,
    content: { [type]: { schema: schemas.asked(body), ...(example && { example }) } },
  };
}

const responsesOf = (contract: Contract, print: Print): JsonObject =>
  Object.fromEntries(
    Object.entries(contract.responses).map(([status, answer]) => [
      status,
      responseOf(answer, { status, contract, print }),
    ]),
  );

/** RFC 9745. */
const DEPRECATION: JsonObject = {
  description: 'When the endpoint was deprecated: `@` and Unix seconds.',
  schema: { type: 'string', pattern: '^@\\d+$' },
};

/** RFC 9110, sections 8.8.3 and 13.1.1. */
const ETAG: JsonObject = {
  description: 'The version of what was read: send it as `If-Match` with a change.',
  schema: { type: 'string' },
};
const IF_MATCH: JsonObject = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The `ETag` of what was read, or `*` for any. 412 if it has changed since, 428 without the header.',
  schema: { type: 'string' },
};

interface Of {
  readonly status: string;
  readonly contract: Contract;
  readonly print: Print;
}

const responseOf = (answer: SuccessResponse, { status, contract, print }: Of): JsonObject => ({
  description: answer.description,
  headers: {
    ...SERVED_AT,
    Link: { $ref: '#/components/headers/Link' },
    ...(status === '201' && { Location: { $ref: '#/components/headers/Location' } }),
    ...(contract.deprecated && { Deprecation: DEPRECATION }),
    ...(contract.hasEtag && { ETag: ETAG }),
    ...(takesIdempotencyKey(contract) && {
      'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' },
    }),
  },
  content: {
    ...(!answer.onlyText && { 'application/json': jsonOf(answer, print) }),
    ...Object.fromEntries((answer.alsoText ?? []).map((type) => [type, { schema: textOf(type) }])),
  },
});

/** Answers that are one resource share its example. */
function jsonOf({ schema, example }: SuccessResponse, { schemas, exampleOf }: Print): JsonObject {
  const described = schemas.answered(schema);
  const name = resourceOf(described);
  if (name !== undefined && !example)
    return { schema: described, examples: { [name]: { $ref: `#/components/examples/${name}` } } };
  const made = exampleOf(described) ?? null;
  return { schema: described, example: example && isJsonObject(made) ? { ...made, ...example } : made };
}

const resourceOf = ({ $ref }: JsonObject): string | undefined =>
  typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;

const BYTES = /^image\/|^application\/octet-stream$/;

const textOf = (type: string): JsonObject =>
  BYTES.test(type) ? { type: 'string', format: 'binary' } : { type: 'string' };
