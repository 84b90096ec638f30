import { parseUrl } from '#shared/core/url';

/** Schemes that a browser runs or reads by itself instead of handing the address to an application. */
const NEVER = ['about:', 'blob:', 'data:', 'file:', 'filesystem:', 'javascript:', 'vbscript:', 'view-source:'];

/** Whether codes may be sent there; http only to the user's own machine (RFC 8252, section 7.3), which the library checks. */
export const mayRedirectTo = (uri: string): boolean => {
  const protocol = parseUrl(uri)?.protocol;
  return protocol !== undefined && !NEVER.includes(protocol);
};

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
