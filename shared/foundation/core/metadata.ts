import { SourceNumber } from '#shared/foundation/core/json';
import { type Fault, Refusal } from '#shared/foundation/core/refusal';
import { excerptOf, isLongerThan, isWellFormed } from '#shared/foundation/core/text';

/** A partner's own words on a thing. Keys are theirs, `__proto__` included: read with `Object.entries`, never assign. */
export type Metadata = Readonly<Record<string, string>>;

export const METADATA_MAX_KEYS = 50;
export const METADATA_MAX_KEY_LENGTH = 40;
export const METADATA_MAX_VALUE_LENGTH = 500;

export interface MetadataChange {
  /** What to write, in the order sent; an empty text removes its key. */
  readonly set: readonly (readonly [key: string, text: string])[];
  /** The empty string was sent as the whole: every key goes. */
  readonly removeAll: boolean;
}

/** What was sent as `metadata`, with everything that is wrong with it. Only a reading without faults may be merged. */
export interface MetadataReading extends MetadataChange {
  readonly faults: readonly Fault[];
}

/** Reads what a request carries as metadata. `field` is its dotted path, for example `member_data.metadata`. */
export function readMetadata(value: unknown, field = 'metadata'): MetadataReading {
  if (value === '') return { set: [], removeAll: true, faults: [] };
  if (!isMap(value)) return refused(wrongWhole(field));
  const entries = Object.entries(value);
  if (entries.length > METADATA_MAX_KEYS) return refused(tooManyKeys(field));

  const readings = entries.map(([key, sent]) => readEntry(key, sent, field));
  const faults = readings.flatMap((reading) => ('fault' in reading ? [reading.fault] : []));
  const set = readings.flatMap((reading) => ('entry' in reading ? [reading.entry] : []));
  return { set: faults.length > 0 ? [] : set, removeAll: false, faults };
}

/** Sent keys are added or overwritten, the others kept. Refused when the result would hold too many keys. */
export function metadataAfter<Value = string>(
  before: Readonly<Record<string, Value>>,
  change: MetadataChange,
): Readonly<Record<string, Value | string>> {
  const merged = new Map<string, Value | string>(change.removeAll ? [] : Object.entries(before));
  for (const [key, text] of change.set) {
    if (text === '') merged.delete(key);
    else merged.set(key, text);
  }
  if (merged.size > METADATA_MAX_KEYS) throw new Refusal('unprocessable', [tooManyKeys('metadata')]);
  // fromEntries defines each key as the map's own; an assignment to `__proto__` would vanish.
  return Object.fromEntries(merged);
}

type EntryReading = { readonly entry: readonly [string, string] } | { readonly fault: Fault };

function readEntry(key: string, sent: unknown, field: string): EntryReading {
  const path = `${field}.${excerptOf(key, METADATA_MAX_KEY_LENGTH)}`;
  const wrongKey = keyFault(key, path);
  if (wrongKey) return { fault: wrongKey };
  const text = textOf(sent);
  if (text === undefined) return { fault: wrongValue(path) };
  if (isLongerThan(text, METADATA_MAX_VALUE_LENGTH)) return { fault: longValue(path) };
  if (!isWellFormed(text)) return { fault: brokenText(path) };
  return { entry: [key, text] };
}

function keyFault(key: string, path: string): Fault | undefined {
  if (!isWellFormed(key)) return brokenText(path);
  if (key === '' || isLongerThan(key, METADATA_MAX_KEY_LENGTH) || /[[\]]/.test(key)) return wrongKey(path);
  return undefined;
}

function textOf(sent: unknown): string | undefined {
  if (typeof sent === 'string') return sent;
  if (typeof sent === 'boolean' || (typeof sent === 'number' && Number.isFinite(sent))) return String(sent);
  return sent instanceof SourceNumber ? sent.text : undefined;
}

const isMap = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof SourceNumber);

const refused = (fault: Fault): MetadataReading => ({ set: [], removeAll: false, faults: [fault] });

const wrongWhole = (field: string): Fault => ({
  code: 'invalid_type',
  message: `${field} must be an object of strings, numbers and booleans, or the empty string to remove every key.`,
  field,
});

const tooManyKeys = (field: string): Fault => ({
  code: 'too_long',
  message: `${field} holds at most ${METADATA_MAX_KEYS} keys.`,
  field,
});

const wrongKey = (field: string): Fault => ({
  code: 'invalid',
  message: `${field} is not a valid metadata key: keys have 1 to ${METADATA_MAX_KEY_LENGTH} characters and no square brackets.`,
  field,
});

const wrongValue = (field: string): Fault => ({
  code: 'invalid_type',
  message: `${field} must be a string, a number or a boolean; objects, arrays and null are not stored.`,
  field,
});

const longValue = (field: string): Fault => ({
  code: 'too_long',
  message: `${field} is longer than ${METADATA_MAX_VALUE_LENGTH} characters.`,
  field,
});

const brokenText = (field: string): Fault => ({
  code: 'invalid_format',
  message: `${field} contains a lone surrogate, which is not valid Unicode.`,
  field,
});
