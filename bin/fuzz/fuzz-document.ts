import { isJsonObject, type Json, type JsonObject } from '#shared/foundation/core/json';

/** The form of ids. Ids are opaque to partners, so the published document gives only their prefix. */
const ID_SUFFIX = '[0-7][0-9a-hjkmnp-tv-z]{25}$';
const WORKSPACE = '^(wks_|[0-9])';
const WHOLE_WORKSPACE = '^(wks_[0-7][0-9a-hjkmnp-tv-z]{25}|[1-9][0-9]{8})$';

/** Fields of bodies that name the workspace; the second is that of `POST /transcriptions`. */
const WORKSPACE_FIELDS = ['workspace_id', 'organization_id'];

/** Parameters that cannot be generated: cursors are encrypted, and the document describes the newest version only. */
const REMOVED_PARAMETERS = ['cursor', '#/components/parameters/ServiceVersion'];

/**
 * The document for the fuzzer: requests are as narrow as the service accepts, so that every generated request must be
 * accepted. The API key belongs to several workspaces, so each request names one.
 */
export function fuzzDocument(document: JsonObject): JsonObject {
  const paths = mapObject(document['paths'], (operations) => mapObject(operations, narrowedOperation));
  return { ...document, paths };
}

function narrowedOperation(operation: Json): Json {
  if (!isJsonObject(operation)) return operation;
  const { parameters, requestBody, ...rest } = operation;
  const kept = objectsIn(parameters)
    .filter(({ name, $ref }) => !REMOVED_PARAMETERS.includes(String(name ?? $ref)))
    .map((parameter) => (parameter['name'] === 'workspace_id' ? { ...parameter, required: true } : parameter));
  return {
    ...rest,
    parameters: kept.map(withWholeIds),
    ...(requestBody !== undefined && {
      requestBody: withWholeIds(withoutLongArrays(withRequiredWorkspace(requestBody))),
    }),
  };
}

function withRequiredWorkspace(value: Json): Json {
  if (Array.isArray(value)) return value.map(withRequiredWorkspace);
  if (!isJsonObject(value)) return value;
  const inner = mapObject(value, withRequiredWorkspace);
  const { properties = null, required } = inner;
  if (!isJsonObject(properties)) return inner;
  const named = WORKSPACE_FIELDS.filter((field) => field in properties);
  if (named.length === 0) return inner;
  return { ...inner, required: [...new Set([...(Array.isArray(required) ? required : []), ...named])] };
}

/** An array with more items than these is larger than what the gateway takes, which answers before the service. */
const MOST_ITEMS = 10_000;

function withoutLongArrays(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutLongArrays);
  if (!isJsonObject(value)) return value;
  const { maxItems, ...rest } = mapObject(value, withoutLongArrays);
  return typeof maxItems === 'number' && maxItems <= MOST_ITEMS ? { maxItems, ...rest } : rest;
}

function withWholeIds(value: Json): Json {
  if (Array.isArray(value)) return value.map(withWholeIds);
  return isJsonObject(value)
    ? mapObject(value, (child, name) =>
        name === 'pattern' && typeof child === 'string' ? wholeIdPattern(child) : withWholeIds(child),
      )
    : value;
}

/** Completes each prefix in a pattern to a whole id. */
function wholeIdPattern(pattern: string): string {
  if (pattern === WORKSPACE) return WHOLE_WORKSPACE;
  return pattern.startsWith('^') ? pattern.replace(/([a-z]+_)(?=[|)]|$)/g, `$1${ID_SUFFIX}`) : pattern;
}

/** The id prefix of the path parameter `id` by operation, where its pattern has one. */
export const prefixesByOperation = (document: JsonObject): ReadonlyMap<string, string> =>
  new Map(
    Object.values(Object(document['paths']))
      .flatMap((operations) => objectsIn(Object.values(Object(operations))))
      .flatMap(({ operationId, parameters }) => {
        const id = objectsIn(parameters).find((one) => one['in'] === 'path' && one['name'] === 'id');
        const [, prefix] = /"\^([a-z]+)_"/.exec(JSON.stringify(id?.['schema'] ?? '')) ?? [];
        return prefix === undefined ? [] : [[String(operationId), prefix] as const];
      }),
  );

const objectsIn = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

const mapObject = (value: Json | undefined, map: (child: Json, name: string) => Json): JsonObject =>
  isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([name, child]) => [name, map(child, name)])) : {};
