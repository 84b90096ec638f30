/** What a reviver gets beside key and value (https://tc39.es/ecma262/#sec-internalizejsonproperty): the text of a number. */
interface ReviverContext {
  readonly source?: string;
}

/**
 * JSON as Python's `json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(',', ':'))` prints it: keys in the
 * order of their code points, no spaces, characters not escaped, and numbers as they stand in the text, since `1.0` and
 * `1` are one number to JavaScript. Undefined for a text that is not JSON.
 */
export function canonicalJson(text: string): string | undefined {
  try {
    return JSON.parse(text, toText);
  } catch {
    return undefined;
  }
}

/** Called for each value after those that it holds, which are texts by then. */
function toText(_key: string, value: unknown, { source }: ReviverContext = {}): string {
  if (Array.isArray(value)) return `[${value.join(',')}]`;
  if (typeof value === 'number') return source ?? String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => byCodePoint(one, other));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${member}`).join(',')}}`;
}

/** UTF-8 sorts as code points do; the UTF-16 of JavaScript does not. */
const byCodePoint = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
