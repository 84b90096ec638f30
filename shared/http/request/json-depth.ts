/** Deeper than any request of this service needs, and far from where a parser or a serialiser runs out of stack. */
export const MAX_DEPTH = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Counts open brackets outside strings: one pass, no stack, before anything is parsed. */
export function isNestedTooDeep(json: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (inString && code === BACKSLASH) index += 1;
    else if (code === QUOTE) inString = !inString;
    else if (!inString) depth += nestingOf(code);
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

function nestingOf(code: number): number {
  if (code === 0x5b || code === 0x7b) return 1; // [ {
  return code === 0x5d || code === 0x7d ? -1 : 0; // ] }
}
