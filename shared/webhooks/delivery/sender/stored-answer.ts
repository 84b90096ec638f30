import type { Dispatcher } from 'undici';

/** "Body cut at 1,000 characters" (decisions.md §10). */
const STORED_CHARACTERS = 1_000;
const MOST_READ_BYTES = 16_384;
const MOST_HEADER_CHARACTERS = 4_000;
const LONGEST_VALUE = 1_000;

/** What a receiver would not want in a log: cookies, credentials, challenges and whatever is named like one. */
const CONFIDENTIAL = /cookie|auth|token|secret|api-?key|password|credential|session|csrf|xsrf/;
const HEADER_NAME = /^[a-z0-9][a-z0-9_.-]{0,99}$/;
/** A receiver may echo what it was configured with. */
const SIGNING_SECRET = /whsec_[\w+/=-]+/g;

/**
 * The beginning of an answer's body, and whether that was all. The status has decided already, so nothing that
 * happens here can fail the attempt: a body without end or one that stops half-way is cut where it stands.
 */
export async function readBeginning(
  body: Dispatcher.ResponseData['body'],
  withinMs: number,
): Promise<{ readonly bytes: Uint8Array; readonly complete: boolean }> {
  const chunks: Buffer[] = [];
  const timer = setTimeout(() => body.destroy(), withinMs);
  let size = 0;
  let complete = false;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MOST_READ_BYTES) break;
    }
    complete = size <= MOST_READ_BYTES && body.readableEnded;
  } catch {
    // The connection broke or time ran out; what was read stands.
  } finally {
    clearTimeout(timer);
  }
  return { bytes: Buffer.concat(chunks).subarray(0, MOST_READ_BYTES), complete };
}

/** Inert text: never inflated, never interpreted, bytes that are not UTF-8 replaced, NUL dropped. */
export function storedBody(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes).replaceAll('\u0000', '').replace(SIGNING_SECRET, 'whsec_[removed]');
  return [...text].slice(0, STORED_CHARACTERS).join('');
}

/** Names in lower case; confidential ones removed; bounded in sum, the first ones kept. */
export function storedHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string>> {
  const stored: [string, string][] = [];
  let room = MOST_HEADER_CHARACTERS;
  for (const [name, values] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name) || CONFIDENTIAL.test(name)) continue;
    const value = storedValue(values);
    room -= name.length + value.length;
    if (room < 0) break;
    stored.push([name, value]);
  }
  return Object.fromEntries(stored);
}

const storedValue = (values: string | string[] | undefined): string =>
  [values ?? []].flat().join(', ').slice(0, LONGEST_VALUE).toWellFormed().replace(SIGNING_SECRET, 'whsec_[removed]');
