import { SourceNumber } from '#shared/foundation/core/json';
import { badRequest, Refusal } from '#shared/foundation/core/refusal';
import { mistakeIn } from '#shared/foundation/http/request/json-mistake';

/** Deeper than any request of this service needs, and far from where a parser or a serialiser runs out of stack. */
export const MAX_DEPTH = 32;
/**
 * Several times what the largest request holds. A parser takes its time for values, not for characters, and a megabyte
 * has room for half a million of them.
 */
export const MAX_VALUES = 20_000;

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

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `,`, `[` and `{`: before each value but the first. */
const STARTS_VALUE: ReadonlySet<number> = new Set([0x2c, 0x5b, 0x7b]);

/** Which bound a text of JSON exceeds. Counts brackets and commas outside strings: one pass, before anything is parsed. */
function exceededBound(json: string, mostValues = MAX_VALUES): 'depth' | 'values' | undefined {
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (inString && code === BACKSLASH) index += 1;
    else if (code === QUOTE) inString = !inString;
    else if (!inString) {
      depth += nestingOf(code);
      values += STARTS_VALUE.has(code) ? 1 : 0;
    }
    if (depth > MAX_DEPTH) return 'depth';
    if (values > mostValues) return 'values';
  }
  return undefined;
}

function nestingOf(code: number): number {
  if (code === 0x5b || code === 0x7b) return 1; // [ {
  return code === 0x5d || code === 0x7d ? -1 : 0; // ] }
}
