import type * as v from 'valibot';
import type { Answer, Contract } from '#shared/api/contract';
import type { JsonSchemas } from '#shared/api/openapi/json-schemas';
import { refusalsOf, SERVED_AT } from '#shared/api/openapi/refusals';
import type { JsonObject } from '#shared/domain/json';

/** The paths of the document: every endpoint, under its path and method. */
export function pathsOf(contracts: readonly Contract[], schemas: JsonSchemas): JsonObject {
  const byPath = Map.groupBy(contracts, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, some]) => [
      path,
      Object.fromEntries(some.map((contract) => [contract.method.toLowerCase(), operationOf(contract, schemas)])),
    ]),
  );
}

const operationOf = (contract: Contract, schemas: JsonSchemas): JsonObject => ({
  operationId: operationIdOf(contract),
  tags: [contract.group],
  summary: contract.summary,
  ...(contract.description !== undefined && { description: contract.description }),
  parameters: [
    ...parameters('path', contract.params, schemas),
    ...parameters('query', contract.query, schemas),
    { $ref: '#/components/parameters/ServiceVersion' },
  ],
  ...(contract.body && { requestBody: bodyOf(contract.body, contract, schemas) }),
  responses: { ...answersOf(contract, schemas), ...refusalsOf(contract) },
  ...(contract.open && { security: [] }),
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
  const { properties = {}, required = [] } = schemas.asked(schema) as ObjectSchema;
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: described,
  }));
}

type ObjectSchema = {
  readonly properties?: Readonly<Record<string, JsonObject>>;
  readonly required?: readonly string[];
};

const bodyOf = (body: v.GenericSchema, { example, bodyMayBeEmpty }: Contract, schemas: JsonSchemas): JsonObject => ({
  required: !bodyMayBeEmpty,
  content: { 'application/json': { schema: schemas.asked(body), ...(example && { example }) } },
});

const answersOf = ({ answers }: Contract, schemas: JsonSchemas): JsonObject =>
  Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, answerOf(answer, schemas)]));

const answerOf = ({ description, schema, alsoText = [], onlyText }: Answer, schemas: JsonSchemas): JsonObject => ({
  description,
  headers: { ...SERVED_AT, Link: { $ref: '#/components/headers/Link' } },
  content: {
    ...(!onlyText && { 'application/json': { schema: schemas.answered(schema) } }),
    ...Object.fromEntries(alsoText.map((type) => [type, { schema: { type: 'string' } }])),
  },
});
