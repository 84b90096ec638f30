import { isPlainUrlText, parseUrl, parseWebUrl } from '#shared/core/url';

/**
 * A scheme that an application claims for itself: the reverse of a domain name, so at least one dot (RFC 8252, sections
 * 7.1 and 8.4). No scheme that a browser or an operating system runs by itself has this form.
 */
const PRIVATE_USE = /^[a-z]{2,}(?:\.[a-z0-9][a-z0-9-]*)+:(?=.)/;

/** RFC 8252, section 7.3. */
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether codes may be sent there: https to a host as the connect pages take it, http to the user's own machine, or the
 * private-use scheme of an application.
 */
export function mayRedirectTo(uri: string): boolean {
  if (PRIVATE_USE.test(uri)) return isPlainUrlText(uri) && parseUrl(uri) !== null;
  const url = parseWebUrl(uri);
  return url !== null && (url.protocol === 'https:' || LOOPBACK.includes(url.hostname));
}

/** The host of a redirect as a person reads it; of an application on the user's machine, its scheme. */
export function redirectHost(uri: string): string {
  const { protocol, host } = new URL(uri);
  return isWeb(protocol) ? host : protocol;
}

/** What `form-action` of the CSP has to name, so that a browser follows the redirect. */
export function redirectSource(uri: string): string {
  const { protocol, origin } = new URL(uri);
  return isWeb(protocol) ? origin : protocol;
}

const isWeb = (protocol: string): boolean => protocol === 'https:' || protocol === 'http:';
