import { isPlainUrlText, parseUrl, parseWebUrl } from '#shared/foundation/core/url';

/**
 * A scheme that an application claims for itself: the reverse of a domain name, so at least one dot (RFC 8252, sections
 * 7.1 and 8.4).
 */
const PRIVATE_USE = /^[a-z]{2,}(?:\.[a-z0-9][a-z0-9-]*)+:(?=.)/;

/** Schemes of this form that belong to an operating system: under some of them it runs a program of its own. */
const OF_THE_SYSTEM = /^(?:microsoft|windows|com\.microsoft|com\.apple)\./;

/**
 * Callbacks of known agents under schemes without a dot, each by the whole of its form: under the same schemes, other
 * addresses open files and install programs (docs/decisions/redirects-of-known-agents.md).
 */
const KNOWN_AGENTS: readonly RegExp[] = [
  // Cursor.
  /^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback$/,
  // Its older releases: a server may have a callback by its name.
  /^cursor:\/\/anysphere\.cursor-retrieval\/oauth\/(?:[\w-]{1,100}\/)?callback$/,
  // Cline, an extension of several editors: a server has a callback by the hash of its URL.
  /^(?:vscode|vscode-insiders|cursor|windsurf):\/\/saoudrizwan\.claude-dev\/mcp-auth\/callback\/[0-9a-zA-Z]{1,100}$/,
];

/** RFC 8252, section 7.3. */
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether codes may be sent there: https to a host as the connect pages take it, http to the user's own machine, the
 * private-use scheme of an application, or the callback of a known agent.
 */
export function mayRedirectTo(uri: string): boolean {
  if (KNOWN_AGENTS.some((callback) => callback.test(uri))) return true;
  if (PRIVATE_USE.test(uri)) return !OF_THE_SYSTEM.test(uri) && isPlainUrlText(uri) && parseUrl(uri) !== null;
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
