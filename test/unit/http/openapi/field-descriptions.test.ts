import { isJsonObject, type Json, type JsonObject } from '#shared/foundation/core/json';
import { contracts } from '#shared/wiring/all-contracts';
import { openapi } from '#shared/wiring/documents/openapi';
import { describe, expect, it } from '#test/support/jest';

const document = openapi(contracts, 'https://api.example.test/api/v1');

/** The dotted paths of the fields of a schema that have no description; a reference is described by its resource. */
function undescribed(schema: Json | undefined, at: string): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => undescribed(one, at));
  if (schema === undefined || !isJsonObject(schema)) return [];
  const fields = isJsonObject(schema['properties'] ?? null) ? Object.entries(schema['properties'] as JsonObject) : [];
  return [
    ...fields.flatMap(([name, field]) => [
      ...(isJsonObject(field) && ('description' in field || '$ref' in field) ? [] : [`${at}.${name}`]),
      ...undescribed(field, `${at}.${name}`),
    ]),
    ...['items', 'anyOf', 'oneOf', 'allOf'].flatMap((key) => undescribed(schema[key], at)),
  ];
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonObject }>> };
}

const bodies = Object.entries(document['paths'] as unknown as Record<string, Record<string, Operation>>).flatMap(
  ([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) =>
      Object.values(requestBody?.content ?? {}).map(({ schema }) => [`${method} ${path}`, schema] as const),
    ),
);

const resources = Object.entries((document['components'] as JsonObject)['schemas'] as JsonObject);

describe('the OpenAPI document', () => {
  it.each(bodies)('describes every field of the body of %s', (name, schema) => {
    expect(undescribed(schema, name)).toEqual([]);
  });

  it.each(resources)('describes every field of %s', (name, schema) => {
    expect(undescribed(schema, name)).toEqual([]);
  });

  it('has bodies and resources to describe', () => {
    expect(bodies.length).toBeGreaterThan(15);
    expect(resources.length).toBeGreaterThan(15);
  });

  it('reports a field without a description, at any depth', () => {
    const schema = { anyOf: [{ properties: { a: { items: { properties: { b: {} } }, description: 'A.' } } }] };

    expect(undescribed(schema, 'x')).toEqual(['x.a.b']);
  });
});
