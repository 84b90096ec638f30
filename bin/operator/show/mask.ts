import { idTextIn } from '#bin/operator/show/subject';
import { isJsonObject } from '#shared/foundation/core/json';
import { type Instant, isoOf } from '#shared/foundation/core/time';

export interface MaskOptions {
  /** Prints personal data and texts; secrets stay hidden. */
  readonly reveals: boolean;
}

/** Fields whose values are secrets, or lead to one. They are printed in no way. */
const SECRET =
  /seal|digest|secret|token|passw|passcode|api_?key|^key$|headers?$|signature|grant|cookie|credential|ticket|lease|cipher|verifier|nonce|(?:^|_)hash|Hash$/i;

/** Values of these fields are words of our own code: names of states, kinds and reasons. */
const PLAIN = new Set([
  ...['status', 'type', 'types', 'kind', 'role', 'reason', 'platform', 'provider', 'source', 'action', 'category'],
  ...['pin', 'apiVersion', 'version', 'language', 'languages', 'trigger', 'error', 'object', 'mode', 'outcome'],
  ...['state', 'enabledEvents', 'disabledReason', 'arrival', 'recordingStart', 'recordingMode', 'summaryLanguage'],
  ...['recordersTried', 'recorderNotes', 'transcript', 'summary', 'media', 'finishedAs', 'failureReason', 'code'],
  ...['detail-type', 'command', 'month', 'service', 'operation', 'visibility', 'method', 'contentType', 'sources'],
]);

/** Objects whose keys and values are what a tenant wrote. */
const OPAQUE = new Set(['metadata']);

/** A word of our code: no address, no name, nothing long. */
const WORD = /^[a-z*][\w.*:/+-]{0,59}$/;

/** What looks like a credential of ours or of a provider, wherever it is. */
const CREDENTIAL = /\b(?:rap|whsec|sk|xox[a-z]|ya29|eyJ|AKIA|GOCSPX)[_.-]?[\w-]{8,}/;

/**
 * A stored value as an operator may see it: ids, numbers, times and words of our code as they are; texts and addresses by
 * their length, unless they are revealed; secrets never. URLs lose user, query and fragment, which may hold a credential.
 */
export function masked(value: unknown, options: MaskOptions, field = ''): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value ?? null;
  if (SECRET.test(field)) return '(secret)';
  if (typeof value === 'number') return timeOf(field, value) ?? value;
  if (typeof value === 'string') return maskedText(value, options, field);
  if (value instanceof Uint8Array) return `(${value.length} bytes)`;
  if (Array.isArray(value)) return value.map((one) => masked(one, options, field));
  if (!isJsonObject(value)) return '(unknown)';
  if (OPAQUE.has(field) && !options.reveals) return `(${Object.keys(value).length} entries)`;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [keyOf(name, options), masked(one, options, name)]),
  );
}

function maskedText(text: string, { reveals }: MaskOptions, field: string): string {
  if (idTextIn(text) !== undefined || isTime(text)) return text;
  if (CREDENTIAL.test(text)) return '(secret)';
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url) return reveals ? `${url.origin}${url.pathname}` : `${url.origin}/…`;
  if (reveals || (PLAIN.has(field) && WORD.test(text))) return text;
  return `(${[...text].length} characters)`;
}

/** Names of fields are ours; other keys may be addresses or names. */
const keyOf = (name: string, { reveals }: MaskOptions): string =>
  reveals || /^[\w.-]{1,60}$/.test(name) ? name : '(key)';

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(text);

/** Times are stored in milliseconds since 1970. */
const timeOf = (field: string, value: number): string | undefined =>
  /(?:At|_at|Until|until|Since|since)$/.test(field) && value > 1e12 && value < 1e13
    ? isoOf(value as Instant)
    : undefined;
