import type { AccessEntry } from '#shared/api/http/ports';

const FIELDS: readonly string[] = [
  'message',
  'requestId',
  'operation',
  'status',
  'userId',
  'keyId',
  'addressHash',
  'version',
  'durationMs',
  'defect',
];

/** API keys, secrets, links and query strings anywhere in a text. */
const CONFIDENTIAL = /rap_|whsec_|https?:\/\/|\?/;

/** Which the runner of the tests adds to their paths in stack traces. */
const LOADED_AT = /(?<=[.]test[.]ts)\?\d+/g;

/**
 * Throws when a line of the access log has an unknown field or confidential content. Every contract test calls it for
 * each of its requests. The path of a stack trace may contain an @.
 */
export function expectQuietLog(entry: AccessEntry): AccessEntry {
  for (const [field, value] of Object.entries(entry)) {
    if (!FIELDS.includes(field)) throw new Error(`The access log has an unknown field: ${field}.`);
    const isConfidential =
      CONFIDENTIAL.test(String(value).replaceAll(LOADED_AT, '')) || (field !== 'defect' && String(value).includes('@'));
    if (isConfidential) throw new Error(`The access log has confidential content in ${field}.`);
  }
  return entry;
}
