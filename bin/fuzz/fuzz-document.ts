import { isJsonObject, type Json, type JsonObject } from '#shared/core/json';

/** The form of ids today. Partners are told that they are opaque, so the document gives their beginning alone. */
const WHOLE_ID = '[0-7][0-9a-hjkmnp-tv-z]{25}$';
const WORKSPACE = '^(wks_|[0-9])';
const WHOLE_WORKSPACE = '^(wks_[0-7][0-9a-hjkmnp-tv-z]{25}|[1-9][0-9]{8})$';

/** Parameters that a machine cannot make up: cursors are sealed, and the document tells of the newest version alone. */
const NOT_MADE_UP = ['cursor', '#/components/parameters/ServiceVersion'];

/**
 * The document as the fuzzer takes it: with requests as narrow as they are, so that whatever it makes by them has to
 * be accepted. The key belongs to several workspaces, so each request says which.
 */
export function fuzzDocument(document: JsonObject): JsonObject {
  const paths = Object.entries(objectIn(document, 'paths')).map(([path, operations]) => [
    path,
    Object.fromEntries(Object.entries(operations as JsonObject).map(([method, one]) => [method, narrowed(one)])),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

function narrowed(operation: Json): JsonObject {
  const { parameters = [], requestBody, ...rest } = operation as JsonObject;
  const taken = (parameters as readonly JsonObject[])
    .filter(({ name, $ref }) => !NOT_MADE_UP.includes(String(name ?? $ref)))
    .map((parameter) => (parameter['name'] === 'workspace_id' ? { ...parameter, required: true } : parameter));
  return {
    ...rest,
    parameters: taken.map(withWholeIds),
    ...(requestBody !== undefined && { requestBody: withWholeIds(withWorkspace(requestBody)) }),
  };
}

function withWorkspace(value: Json): Json {
  if (Array.isArray(value)) return value.map(withWorkspace);
  if (!isJsonObject(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, child]) => [name, withWorkspace(child)]));
  const { properties, required = [] } = inner;
  if (!isJsonObject(properties ?? null) || !('workspace_id' in (properties as JsonObject))) return inner;
  return { ...inner, required: [...new Set([...(required as readonly Json[]), 'workspace_id'])] };
}

function withWholeIds(value: Json): Json {
  if (Array.isArray(value)) return value.map(withWholeIds);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      name === 'pattern' && typeof child === 'string' ? wholeIn(child) : withWholeIds(child),
    ]),
  );
}

/** Each beginning of an id in it, with all that comes after. */
function wholeIn(pattern: string): string {
  if (pattern === WORKSPACE) return WHOLE_WORKSPACE;
  return pattern.startsWith('^') ? pattern.replace(/([a-z]+_)(?=[|)]|$)/g, `$1${WHOLE_ID}`) : pattern;
}

const objectIn = (of: JsonObject, name: string): JsonObject => of[name] as JsonObject;

/** The prefix of the ids that a path parameter of an operation takes, as far as its pattern says it. */
export const prefixesByOperation = (document: JsonObject): ReadonlyMap<string, string> =>
  new Map(
    operationsOf(document).flatMap(({ operationId, parameters = [] }) => {
      const inPath = (parameters as readonly JsonObject[]).find((one) => one['in'] === 'path' && one['name'] === 'id');
      const [, prefix] = /"\^([a-z]+)_"/.exec(JSON.stringify(inPath?.['schema'] ?? '')) ?? [];
      return prefix === undefined ? [] : [[String(operationId), prefix] as const];
    }),
  );

const operationsOf = (document: JsonObject): readonly JsonObject[] =>
  Object.values(objectIn(document, 'paths')).flatMap((operations) =>
    Object.values(operations as JsonObject).map((one) => one as JsonObject),
  );
