/** The stored part of a response body, as the API documents it. */
const STORED_CHARACTERS = 1_000;
const MAX_HEADERS_CHARACTERS = 4_000;
const MAX_VALUE_CHARACTERS = 1_000;

/** Headers that may hold credentials, such as cookies, tokens and authentication challenges. They are not stored. */
const CONFIDENTIAL = /cookie|auth|token|secret|api-?key|password|credential|session|csrf|xsrf/;
const HEADER_NAME = /^[a-z0-9][a-z0-9_.-]{0,99}$/;
/** A receiver may echo its signing secret. */
const SIGNING_SECRET = /whsec_[\w+/=-]+/g;

/** The body as text: not decompressed, bytes that are not UTF-8 replaced, NUL removed. */
export function storedBody(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes).replaceAll('\u0000', '').replace(SIGNING_SECRET, 'whsec_[removed]');
  return [...text].slice(0, STORED_CHARACTERS).join('');
}

/**
 * Headers with names in lower case and without confidential ones. Headers beyond a total length are dropped, but not
 * `Retry-After`, which the schedule follows.
 */
export function storedHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string>> {
  const stored: [string, string][] = [];
  let room = MAX_HEADERS_CHARACTERS;
  for (const [name, values] of retryAfterFirst(headers)) {
    if (!HEADER_NAME.test(name) || CONFIDENTIAL.test(name)) continue;
    const value = storedValue(values);
    room -= name.length + value.length;
    if (room < 0) break;
    stored.push([name, value]);
  }
  return Object.fromEntries(stored);
}

const retryAfterFirst = <Value>(headers: Readonly<Record<string, Value>>): readonly [string, Value][] =>
  Object.entries(headers).sort(([one], [other]) => Number(other === 'retry-after') - Number(one === 'retry-after'));

const storedValue = (values: string | string[] | undefined): string =>
  [values ?? []]
    .flat()
    .join(', ')
    .slice(0, MAX_VALUE_CHARACTERS)
    .toWellFormed()
    .replace(SIGNING_SECRET, 'whsec_[removed]');
