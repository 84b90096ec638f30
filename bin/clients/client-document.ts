import { clientNameOf } from '#bin/clients/operation-names';
import { isJsonObject, isSame, type Json, type JsonObject } from '#shared/foundation/core/json';

/** The OpenAPI document that our clients are made of: with their names of operations. */
export const clientDocument = (document: JsonObject): JsonObject =>
  withOperations(document, (operation) => ({
    ...operation,
    operationId: clientNameOf(String(operation['operationId'])),
  }));

/**
 * The OpenAPI document that the Python client is made of. Responses with an error status are not in it, since they are
 * raised: a class for each would be most of the package. Request bodies are one class each, and free objects in them,
 * such as `metadata`, are plain dictionaries. The links of every list are of one class.
 */
export const pythonDocument = (document: JsonObject): JsonObject =>
  withOperations(withSharedLinks(clientDocument(document)), (operation) => ({
    ...operation,
    responses: onlySuccess(objectIn(operation, 'responses')),
    ...('requestBody' in operation && { requestBody: withOneClass(objectIn(operation, 'requestBody')) }),
  }));

const LINKS = 'ListLinks';

function withSharedLinks(document: JsonObject): JsonObject {
  const components = objectIn(document, 'components');
  const schemas = objectIn(components, 'schemas');
  const lists = Object.values(schemas).flatMap((schema) => {
    const links = objectIn(objectIn(schema, 'properties'), '_links');
    return 'properties' in links ? [links] : [];
  });
  const [links] = lists;
  if (!links || !lists.every((one) => isSame(one, links)))
    throw new Error('The lists of the API differ in their links.');
  const linked = mapValues(schemas, (schema) => {
    const properties = objectIn(schema, 'properties');
    if (!isJsonObject(schema) || !('_links' in properties)) return schema;
    return { ...schema, properties: { ...properties, _links: { $ref: `#/components/schemas/${LINKS}` } } };
  });
  return { ...document, components: { ...components, schemas: { ...linked, [LINKS]: links } } };
}

/** The media types of successful responses, by method and path. */
export function mediaTypesOf(
  document: JsonObject,
): readonly (readonly [operation: string, types: readonly string[]])[] {
  return operationsOf(document).map(([name, operation]) => [name, mediaTypesIn(operation)]);
}

/** The media types of successful responses, by the id of the operation. */
export const mediaTypesById = (document: JsonObject): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    operationsOf(document).map(([, operation]) => [operation['operationId'], mediaTypesIn(operation)]),
  );

const mediaTypesIn = (operation: JsonObject): readonly string[] => {
  const responses = Object.values(onlySuccess(objectIn(operation, 'responses')));
  return [...new Set(responses.flatMap((response) => Object.keys(objectIn(response, 'content'))))];
};

function operationsOf(document: JsonObject): readonly (readonly [string, JsonObject])[] {
  return Object.entries(objectIn(document, 'paths')).flatMap(([path, methods]) =>
    Object.entries(isJsonObject(methods) ? methods : {}).flatMap(([method, operation]) =>
      isJsonObject(operation) ? [[`${method.toUpperCase()} ${path}`, operation] as const] : [],
    ),
  );
}

function withOperations(document: JsonObject, change: (operation: JsonObject) => JsonObject): JsonObject {
  const paths = mapValues(objectIn(document, 'paths'), (methods) =>
    isJsonObject(methods)
      ? mapValues(methods, (operation) => (isJsonObject(operation) ? change(operation) : operation))
      : methods,
  );
  return { ...document, paths };
}

const onlySuccess = (responses: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(responses).filter(([status]) => /^[23]/.test(status)));

const withOneClass = (body: JsonObject): JsonObject => ({
  ...body,
  content: mapValues(objectIn(body, 'content'), (media) =>
    isJsonObject(media) ? { ...media, schema: bodySchema(objectIn(media, 'schema')) } : media,
  ),
});

/** Without the alternatives beside its properties, which say which of them go together: the service checks that. */
function bodySchema({ anyOf: _anyOf, oneOf: _oneOf, allOf: _allOf, ...schema }: JsonObject): JsonObject {
  return { ...schema, properties: mapValues(objectIn(schema, 'properties'), withPlainObjects) };
}

function withPlainObjects(schema: Json): Json {
  if (!isJsonObject(schema)) return schema;
  const { description } = schema;
  if (mayBeFree(schema)) return { ...(description !== undefined && { description }) };
  return {
    ...schema,
    ...('properties' in schema && { properties: mapValues(objectIn(schema, 'properties'), withPlainObjects) }),
    ...('items' in schema && { items: withPlainObjects(schema['items'] ?? {}) }),
  };
}

/** Whether a schema takes an object of which no property is named. */
function mayBeFree(schema: JsonObject): boolean {
  const { anyOf } = schema;
  if (Array.isArray(anyOf)) return anyOf.some((one) => isJsonObject(one) && mayBeFree(one));
  return schema['type'] === 'object' && !('properties' in schema);
}

function objectIn(holder: Json | undefined, name: string): JsonObject {
  const found = isJsonObject(holder) ? holder[name] : undefined;
  return isJsonObject(found) ? found : {};
}

const mapValues = (object: JsonObject, change: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
