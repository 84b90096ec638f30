import {
  allowInsecureRequests,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from 'openid-client';
import type { ProviderClient } from '#shared/ports/provider-clients';
import type { Fetch } from '#shared/providers/provider-requests/ask';

/** Where an authorization server is: data of ours, so that no request is needed to learn it. */
export interface AuthorizationServer {
  /** `{tenantid}` stands for what an id token names in `tid`. */
  readonly issuer: string;
  readonly authorize: string;
  readonly token: string;
  readonly revoke?: string;
  readonly keys: string;
}

const PATIENCE_SECONDS = 10;

/** A client at an authorization server, which checks the signature of every id token by the server's own keys. */
export async function configuredClient(
  server: AuthorizationServer,
  { clientId, clientSecret }: ProviderClient,
  fetch: Fetch,
): Promise<Configuration> {
  const metadata = metadataOf(server);
  const configuration = server.issuer.includes('{tenantid}')
    ? await withTenants(metadata, clientId, clientSecret)
    : new Configuration(metadata, clientId, clientSecret);
  configuration[customFetch] = (url, options) => fetch(new Request(url, options as RequestInit));
  configuration.timeout = PATIENCE_SECONDS;
  enableNonRepudiationChecks(configuration);
  if (server.token.startsWith('http:')) allowInsecureRequests(configuration);
  return configuration;
}

/**
 * Microsoft's issuer is another for each organization, which `openid-client` knows of a server that it discovered
 * under Microsoft's name, and of no other. So it discovers what we hand it.
 */
const withTenants = (metadata: ServerMetadata, clientId: string, clientSecret: string): Promise<Configuration> =>
  discovery(new URL('https://login.microsoftonline.com/common/v2.0'), clientId, clientSecret, undefined, {
    [customFetch]: async () => Response.json(metadata),
  });

const metadataOf = ({ issuer, authorize, token, revoke, keys }: AuthorizationServer): ServerMetadata => ({
  issuer,
  authorization_endpoint: authorize,
  token_endpoint: token,
  ...(revoke !== undefined && { revocation_endpoint: revoke }),
  jwks_uri: keys,
});
