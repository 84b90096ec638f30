/** What JSON can say. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined for a text that is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether two values say the same, whatever order their keys were written in. For plain data alone. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, theirs] = [Object.entries(one), new Map<string, unknown>(Object.entries(other))];
  return mine.length === theirs.size && mine.every(([key, value]) => theirs.has(key) && isSame(value, theirs.get(key)));
}

/**
 * A number as the caller wrote it. Metadata stores a number's text, and `12345678901234567890` or `1.10` would not
 * survive being a float. The body parser makes these inside `metadata` and nowhere else.
 */
export class SourceNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Written out as JSON it is an ordinary number again. */
  toJSON(): number {
    return Number(this.text);
  }
}
