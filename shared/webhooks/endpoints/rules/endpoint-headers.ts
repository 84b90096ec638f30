import { unprocessable } from '#shared/foundation/core/refusal';

/** Headers of its own that an endpoint may have. */
export const MAX_HEADERS = 10;
/** Characters of all names and values as JSON: they are sealed together, and KMS seals 4,096 bytes. */
export const MAX_HEADERS_LENGTH = 4_000;
/** What a response shows in place of a value, whatever its length. */
export const MASKED_VALUE = '********';

/** Headers that an owner adds to the requests of an endpoint: names in lower case, values sealed. */
export interface SealedHeaders {
  readonly names: readonly string[];
  /** JSON of names and values, sealed as the signing secret is; null where there are none. */
  readonly sealed: string | null;
}

export const NO_HEADERS: SealedHeaders = { names: [], sealed: null };

/**
 * Headers that a request to a receiver has from us, that concern one connection (RFC 9110, 7.6.1), or that say where a
 * request comes from. EventBridge API destinations refuse much the same.
 */
const RESERVED: ReadonlySet<string> = new Set([
  ...['accept-charset', 'accept-encoding', 'connection', 'date', 'expect', 'forwarded', 'from', 'host'],
  ...['http2-settings', 'keep-alive', 'max-forwards'],
  ...['origin', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'range', 'referer', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'user-agent', 'via', 'x-real-ip'],
]);
const RESERVED_PREFIXES = [
  'content-',
  'if-',
  'webhook-',
  'x-amz-',
  'x-amzn-',
  'x-forwarded-',
  'x-service-',
  'x-webhook-',
];

/** Whether the name, in lower case, is one that an owner cannot set. */
export const isReservedHeader = (name: string): boolean =>
  RESERVED.has(name) || RESERVED_PREFIXES.some((prefix) => name.startsWith(prefix));

/** A token of RFC 9110, in lower case. */
export const isHeaderName = (name: string): boolean => /^[!#$%&'*+\-.^_`|~0-9a-z]{1,64}$/.test(name);

/** Visible ASCII, with spaces inside: it cannot break out of its line. */
export const isHeaderValue = (value: string): boolean => /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value);

interface Addressed {
  readonly url: string;
  readonly headers: SealedHeaders;
}

/**
 * Refuses to move headers to another host unless the change names them: values that are never shown would else be sent
 * to any host that a change of the URL names.
 */
export function requireHeadersForNewHost(before: Addressed, url: string | undefined, headers: unknown): void {
  if (url === undefined || headers !== undefined || before.headers.names.length === 0) return;
  if (new URL(url).host === new URL(before.url).host) return;
  throw unprocessable(
    'headers',
    'invalid',
    'headers must be sent with a url of another host, or else the present values would go there; {} removes them.',
  );
}
