import { SourceNumber } from '#shared/core/json';
import { badRequest, Refusal } from '#shared/core/refusal';
import { exceededBound, MAX_DEPTH, MAX_VALUES } from '#shared/http/request/json-bounds';
import { mistakeIn } from '#shared/http/request/json-mistake';

/**
 * Parses a body; numbers inside `metadata` keep the text they were written in. 400 `invalid_json` for what is not JSON,
 * `bad_request` for more values than a request has.
 */
export function readJson(text: string, mostValues = MAX_VALUES): unknown {
  if (STRINGIFIED_OBJECT.test(text.slice(0, 100).trim())) throw invalidJson(STRINGIFIED);
  const exceeded = exceededBound(text, mostValues);
  if (exceeded === 'depth') throw invalidJson(`The body is nested deeper than ${MAX_DEPTH} levels.`);
  if (exceeded === 'values') throw badRequest(`The body holds more than ${mostValues.toLocaleString('en')} values.`);
  return withPlainNumbers(parse(text));
}

export const invalidJson = (message: string): Refusal => new Refusal('malformed', [{ code: 'invalid_json', message }]);

/** What JavaScript makes of an object that is joined to a text. */
const STRINGIFIED_OBJECT = /^"?\[object [A-Za-z]{1,40}\]"?$/;
const STRINGIFIED =
  'The body is a stringified object, such as "[object Object]": pass the object through JSON.stringify before sending it.';

function parse(text: string): unknown {
  try {
    return JSON.parse(text, keepSource);
  } catch (error) {
    throw invalidJson(`The body is not valid JSON: ${mistakeIn(text, error)}.`);
  }
}

/** A reviver is not told where in the body it is, so that every number is kept first. */
const keepSource = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && context?.source !== undefined ? new SourceNumber(context.source) : value;

function withPlainNumbers(value: unknown): unknown {
  if (value instanceof SourceNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(withPlainNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, key === 'metadata' ? child : withPlainNumbers(child)]),
  );
}
