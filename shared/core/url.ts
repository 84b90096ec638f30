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
