/**
 * The URL that a text is; null for any other text, and for a host with invalid Punycode. Node 24.21 and later parse such
 * a host, as the URL Standard has said since June 2026, earlier releases do not: a rule of ours must not depend on it.
 */
export function parseUrl(text: string, base?: string): URL | null {
  const url = URL.parse(text, base);
  return url === null || hasInvalidPunycode(url.hostname) ? null : url;
}

/** Every release validates the Punycode of a host that has a label in another script as well. */
const hasInvalidPunycode = (hostname: string): boolean =>
  hostname.includes('xn--') && URL.parse(`https://ü.${hostname}`) === null;

/** Scheme, exactly two slashes, a host without user info, perhaps a port, then whatever. */
const WEB_URL = /^https?:\/\/(?:\[[^\]/?#@]*\]|[^:/?#@[\]]+)(?::\d{1,5})?(?:[/?#].*)?$/i;

/** White space, control characters and backslashes: parsers mend or drop them, each in its own way. */
const UNSAFE = /[\p{Cc}\u0020\u00a0\u2028\u2029\\]/u;

/** Parsers let more pass than names have, a semicolon for one, which means something else in a policy's header. */
const HOST_NAME = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/** Whether every parser reads a text as the same characters. */
export const isPlainUrlText = (text: string): boolean => !UNSAFE.test(text) && text.isWellFormed();

/** A URL that a browser is sent to: absolute, http or https, with a host that every parser reads alike. Null for others. */
export function parseWebUrl(text: string): URL | null {
  const url = WEB_URL.test(text) && isPlainUrlText(text) ? parseUrl(text) : null;
  return url && HOST_NAME.test(url.hostname) ? url : null;
}
