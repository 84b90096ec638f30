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
import type { ProviderClient } from '#shared/calendars/consent/ports/provider-clients';
import type { Fetch } from '#shared/calendars/requests/ask';
import type { Clock } from '#shared/core/clock';
import { SECOND_MS } from '#shared/core/time';

/** Where an authorization server is: data of ours, so that no request is needed to learn it. */
export interface AuthorizationServer {
  /** `{tenantid}` stands for what an id token names in `tid`. */
  readonly issuer: string;
  readonly authorize: string;
  readonly token: string;
  readonly revoke?: string;
  readonly keys: string;
}

interface Around {
  readonly fetch: Fetch;
  readonly clock: Clock;
}

const PATIENCE_SECONDS = 10;

/** A client at an authorization server. */
export async function configuredClient(
  server: AuthorizationServer,
  { clientId, clientSecret }: ProviderClient,
  { fetch, clock }: Around,
): Promise<Configuration> {
  const metadata = metadataOf(server);
  // It judges id tokens by the clock of its own, and is to judge them by ours.
  const skew = Math.round((clock.now() - Date.now()) / SECOND_MS);
  const client = { client_secret: clientSecret, [clockSkew]: skew };
  const configuration = server.issuer.includes('{tenantid}')
    ? await withTenants(metadata, clientId, client)
    : new Configuration(metadata, clientId, client);
  configuration[customFetch] = (url, options) => fetch(new Request(url, options as RequestInit));
  configuration.timeout = PATIENCE_SECONDS;
  if (server.token.startsWith('http:')) allowInsecureRequests(configuration);
  return configuration;
}

/** The same, which checks the signature of an id token by the server's own keys: who somebody is hangs on it. */
export async function checkingClient(...given: Parameters<typeof configuredClient>): Promise<Configuration> {
  const configuration = await configuredClient(...given);
  enableNonRepudiationChecks(configuration);
  return configuration;
}

/**
 * Microsoft's issuer is another for each organization, which `openid-client` knows of a server that it discovered
 * under Microsoft's name, and of no other. So it discovers what we hand it.
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
