import {
  allowInsecureRequests,
  type ClientMetadata,
  Configuration,
  clockSkew,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from 'openid-client';
import type { ProviderClient } from '#shared/calendars/consent/ports';
import type { Fetch } from '#shared/calendars/requests/send-request';
import type { Clock } from '#shared/foundation/core/clock';
import { SECOND_MS } from '#shared/foundation/core/time';

/** The endpoints of an authorization server. They are configured here, so that no discovery request is needed. */
export interface AuthorizationServer {
  /** `{tenantid}` stands for the claim `tid` of an id token. */
  readonly issuer: string;
  readonly authorize: string;
  readonly token: string;
  readonly revoke?: string;
  readonly keys: string;
}

interface Dependencies {
  readonly fetch: Fetch;
  readonly clock: Clock;
}

const TIMEOUT_SECONDS = 10;

/** The deployment's OAuth client at an authorization server, for `openid-client`. */
export async function configuredClient(
  server: AuthorizationServer,
  { clientId, clientSecret }: ProviderClient,
  { fetch, clock }: Dependencies,
): Promise<Configuration> {
  const metadata = metadataOf(server);
  // openid-client validates id tokens by the system clock; the skew makes it use our clock.
  const skew = Math.round((clock.now() - Date.now()) / SECOND_MS);
  const client = { client_secret: clientSecret, [clockSkew]: skew };
  const configuration = server.issuer.includes('{tenantid}')
    ? await withTenants(metadata, clientId, client)
    : new Configuration(metadata, clientId, client);
  configuration[customFetch] = (url, options) => fetch(new Request(url, options as RequestInit));
  configuration.timeout = TIMEOUT_SECONDS;
  if (server.token.startsWith('http:')) allowInsecureRequests(configuration);
  return configuration;
}

/** The same client, which also verifies the signature of id tokens, with the keys of the server. */
export async function verifyingClient(...args: Parameters<typeof configuredClient>): Promise<Configuration> {
  const configuration = await configuredClient(...args);
  enableNonRepudiationChecks(configuration);
  return configuration;
}

/**
 * Microsoft's issuer differs by tenant, which `openid-client` supports only for a server that it discovered at
 * Microsoft's address. So its discovery request is answered with our metadata.
 */
const withTenants = (metadata: ServerMetadata, clientId: string, client: Partial<ClientMetadata>) =>
  discovery(new URL('https://login.microsoftonline.com/common/v2.0'), clientId, client, undefined, {
    [customFetch]: async () => Response.json(metadata),
  });

const metadataOf = ({ issuer, authorize, token, revoke, keys }: AuthorizationServer): ServerMetadata => ({
  issuer,
  authorization_endpoint: authorize,
  token_endpoint: token,
  ...(revoke !== undefined && { revocation_endpoint: revoke }),
  jwks_uri: keys,
});
