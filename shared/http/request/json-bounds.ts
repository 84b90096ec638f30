/** Deeper than any request of this service needs, and far from where a parser or a serialiser runs out of stack. */
export const MAX_DEPTH = 32;
/**
 * Several times what the largest request holds. A parser takes its time for values, not for characters, and a megabyte
 * has room for half a million of them.
 */
export const MAX_VALUES = 20_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `,`, `[` and `{`: before each value but the first. */
const STARTS_VALUE: ReadonlySet<number> = new Set([0x2c, 0x5b, 0x7b]);

/** Which bound a text of JSON exceeds. Counts brackets and commas outside strings: one pass, before anything is parsed. */
export function exceededBound(json: string, mostValues = MAX_VALUES): 'depth' | 'values' | undefined {
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
