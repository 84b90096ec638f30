/** The one scope: all that the connector's tools read. */
export const MEETINGS_READ = 'meetings:read';

/** The resource that tokens are bound to (RFC 8707), by the origin of the pages: the connector. */
export const connectorOf = (appUrl: string): string => `${appUrl}/mcp`;

/** Below the origin of the pages. */
export const OAUTH_PATHS = {
  authorization: '/oauth/authorize',
  consent: '/oauth/consent',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  /** RFC 8414. */
  serverMetadata: '/.well-known/oauth-authorization-server',
  /** RFC 9728, for the resource `/mcp`. */
  resourceMetadata: '/.well-known/oauth-protected-resource/mcp',
} as const;
