import { SourceNumber } from '#shared/foundation/core/json';
import { type Fault, Refusal } from '#shared/foundation/core/refusal';
import { FaultList, shownPath } from '#shared/foundation/http/request/faults';
import { Upload } from '#shared/foundation/http/request/upload';

/** Customers' own keys, and names of HTTP headers: their spelling is theirs. */
const OPAQUE: readonly string[] = ['metadata', 'headers'];

/**
 * A request's fields in snake_case, whichever of the two spellings each was sent in. What is inside `metadata` and
 * `headers` is left as it is. Both spellings of one field at once are refused (422 `invalid`): neither could be called the right one.
 */
export function inSnakeCase(sent: unknown): unknown {
  const faults = new FaultList();
  const renamed = rename(sent, [], faults);
  if (faults.kept.length > 0) throw new Refusal('unprocessable', faults.kept, { more: faults.more });
  return renamed;
}

/** `meetingUrl` is `meeting_url`; a key that is no camelCase word is left alone. */
export const snakeCaseOf = (key: string): string =>
  /^[a-z][A-Za-z0-9]*$/.test(key) ? key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase() : key;

function rename(value: unknown, path: readonly string[], faults: FaultList): unknown {
  if (Array.isArray(value)) return value.map((item, index) => rename(item, [...path, String(index)], faults));
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof SourceNumber || value instanceof Upload) return value;
  const fields = new Map<string, unknown>();
  for (const [key, child] of Object.entries(value)) {
    const name = snakeCaseOf(key);
    if (fields.has(name)) faults.add(() => bothSpellings(shownPath([...path, name])));
    fields.set(name, OPAQUE.includes(name) ? child : rename(child, [...path, name], faults));
  }
  // fromEntries keeps a key such as `__proto__` a key.
  return Object.fromEntries(fields);
}

const bothSpellings = (field: string): Fault => ({
  code: 'invalid',
  message: `${field} was sent twice, in camelCase and in snake_case; send one of them.`,
  field,
});
