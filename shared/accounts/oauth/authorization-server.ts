import { AsyncLocalStorage } from 'node:async_hooks';
import { type Client, type Configuration, errors, Provider, type ProviderContext } from 'oidc-provider';
import { type AdapterContext, tableAdapter } from '#shared/accounts/oauth/adapter';
import { AGENT_MS } from '#shared/accounts/oauth/agents-store';
import { keysFrom } from '#shared/accounts/oauth/keys';
import { mayRedirectTo } from '#shared/accounts/oauth/redirects';
import { MEETINGS_READ, OAUTH_PATHS } from '#shared/accounts/oauth/scopes';
import type { CommandContext } from '#shared/foundation/commands/context';
import { takeUses, usesOfDeployment } from '#shared/foundation/commands/take-uses';
import { ACCEPTED_CODING, isCodedOnce } from '#shared/foundation/core/content-coding';
import { idOf, type UserId } from '#shared/foundation/core/ids';
import { isJsonObject } from '#shared/foundation/core/json';
import { DEPLOYMENT } from '#shared/foundation/core/limits';
import { readAtMost } from '#shared/foundation/core/read-at-most';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { Use } from '#shared/foundation/core/uses';

export interface AuthorizationServerContext extends AdapterContext, Pick<CommandContext, 'useOf' | 'limitCounter'> {
  /** The issuer: the origin of the pages. */
  readonly appUrl: string;
  readonly key: Uint8Array;
  /** For documents of clients: refuses private addresses and redirects, and bounds the bytes as they are sent. */
  readonly fetchDocument: (request: Request) => Promise<Response>;
  /** Whether the user is there and not disabled. */
  readonly isUser: (id: UserId) => Promise<boolean>;
  /** A defect, or a failure of something that the server depends on. */
  readonly onFailure: (context: ProviderContext, error: Error) => void;
}

/** The headers in which our own pages pass on the hashes of the caller's address and address block. */
export const ADDRESS_HEADER = 'x-rapporteur-address';
export const BLOCK_HEADER = 'x-rapporteur-address-block';

const seconds = (milliseconds: number): number => milliseconds / SECOND_MS;

/** Long enough to sign up on the way. */
const CONSENT_MS = 30 * MINUTE_MS;

const ACCESS_TOKEN_MS = HOUR_MS;

/** Without a refresh for this long, an agent has to be connected again. */
const REFRESH_TOKEN_MS = 30 * DAY_MS;

/** The longest lifetime of a code that RFC 6749, section 4.1.2, recommends is ten minutes. */
const CODE_MS = MINUTE_MS;

/** Between the clocks of two execution environments. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** Of a client's document, as it is sent and as it is decoded: draft-ietf-oauth-client-id-metadata-document recommends 5 KB. */
export const DOCUMENT_MAX_BYTES = 5 * 1024;

/**
 * The OAuth 2.1 authorization server of the connector: the code flow with PKCE (S256) for public clients, refresh tokens
 * that rotate, opaque access tokens for one resource.
 */
export function authorizationServer(context: AuthorizationServerContext): Provider {
  const provider = new Provider(context.appUrl, configurationOf(context));
  provider.on('server_error', context.onFailure);
  return provider;
}

function configurationOf(context: AuthorizationServerContext): Configuration {
  const { cookieKey, signingKey } = keysFrom(context.key);
  return {
    adapter: tableAdapter(context),
    jwks: { keys: [signingKey] },
    cookies: cookiesUnder(cookieKey),
    features: featuresOf(context),
    scopes: [],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: {
      // Also takes redirects to the user's own machine and to schemes of applications.
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'Ed25519',
    },
    enabledJWA: { idTokenSigningAlgValues: ['Ed25519'] },
    pkce: { required: () => true },
    routes: {
      authorization: OAUTH_PATHS.authorization,
      token: OAUTH_PATHS.token,
      registration: OAUTH_PATHS.registration,
      revocation: OAUTH_PATHS.revocation,
    },
    interactions: { url: (_, { uid }) => `${OAUTH_PATHS.consent}/${uid}` },
    findAccount: async (_, id) => {
      const userId = idOf('usr', id);
      const isThere = userId !== undefined && (await context.isUser(userId));
      return isThere ? { accountId: id, claims: () => ({ sub: id }) } : undefined;
    },
    // The pages around it answer the preflights of browsers, and set the headers.
    clientBasedCORS: () => true,
    expiresWithSession: () => false,
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    ttl: {
      AccessToken: seconds(ACCESS_TOKEN_MS),
      AuthorizationCode: seconds(CODE_MS),
      Grant: seconds(AGENT_MS),
      Interaction: seconds(CONSENT_MS),
      RefreshToken: seconds(REFRESH_TOKEN_MS),
      Session: seconds(CONSENT_MS),
    },
    fetch: documentFetch(context.fetchDocument),
    fetchResponseBodyLimits: {
      'client_id metadata document': DOCUMENT_MAX_BYTES,
      jwks_uri: DOCUMENT_MAX_BYTES,
      sector_identifier_uri: DOCUMENT_MAX_BYTES,
    },
    // As JSON: the page around it is made of it.
    renderError: (c, out) => {
      c.body = out;
    },
  };
}

/** Two cookies, each for one path: the consent page, and the address at which the authorization goes on. */
const cookiesUnder = (key: string) => ({
  keys: [key],
  names: {
    interaction: '__Secure-agent-consent',
    resume: '__Secure-agent-resume',
    session: '__Secure-agent-session',
  },
  short: { httpOnly: true, sameSite: 'lax', secure: true, signed: true },
  long: { httpOnly: true, sameSite: 'lax', secure: true, signed: true },
});

const featuresOf = (context: AuthorizationServerContext) => ({
  claimsParameter: { enabled: false },
  dPoP: { enabled: false },
  devInteractions: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  requestObjects: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
  registration: { enabled: true, issueRegistrationAccessToken: false },
  revocation: {
    enabled: true,
    allowedPolicy: (_: ProviderContext, client: Client, issued: { readonly clientId?: string }) =>
      issued.clientId === client.clientId,
  },
  clientIdMetadataDocument: {
    enabled: true,
    ack: 'draft-02',
    allowFetch: (c: ProviderContext | undefined) => mayFetch(context, usesOf(context, c)),
    allowClient: (_: ProviderContext, { redirectUris }: Client) => redirectUris.every(mayRedirectTo),
  },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => context.resource,
    useGrantedResource: () => true,
    getResourceServerInfo: (_: ProviderContext, asked: string) => {
      if (asked !== context.resource) throw new errors.InvalidTarget();
      return {
        scope: MEETINGS_READ,
        audience: context.resource,
        accessTokenTTL: seconds(ACCESS_TOKEN_MS),
        accessTokenFormat: 'opaque',
      };
    },
  },
});

/** By the address behind a request and, last, its block, or by the user before the consent page; none where no one is known. */
function usesOf({ clock, useOf }: AuthorizationServerContext, c: ProviderContext | undefined): readonly Use[] {
  const now = clock.now();
  if (c !== undefined)
    return [
      useOf('agent_documents', c.get(ADDRESS_HEADER), now),
      useOf('block_agent_documents', c.get(BLOCK_HEADER), now),
    ];
  const user = askingUser.getStore();
  return user === undefined ? [] : [useOf('agent_documents', user, now)];
}

/**
 * Whether one more document may be fetched: by the limits of who asks, and then by those of the deployment, of which those
 * use nothing up who are over their own. The first three in an hour of an address block, or of a user, do not count
 * among the further ones, which may be half of all.
 */
async function mayFetch(
  { clock, useOf, limitCounter }: AuthorizationServerContext,
  uses: readonly Use[],
): Promise<boolean> {
  const widest = uses.at(-1);
  if (!widest || 'reached' in (await takeUses(limitCounter)(uses))) return false;
  const now = clock.now();
  const ofDeployment = await usesOfDeployment(limitCounter, {
    first: useOf('first_agent_documents', widest.subject, now),
    further: useOf('further_agent_documents', DEPLOYMENT, now),
    all: useOf('all_agent_documents', DEPLOYMENT, now),
  });
  return 'taken' in (await takeUses(limitCounter)(ofDeployment));
}

/** Who is before the consent page: the library passes on no request of a page that is ours. */
const askingUser = new AsyncLocalStorage<UserId>();

/**
 * The client of a consent; undefined where it is gone, its document cannot be fetched, or the user has caused too many
 * documents to be fetched. A document that this process has is not fetched again.
 */
export const clientOfConsent = ({ Client }: Provider, id: string, userId: UserId): Promise<Client | undefined> =>
  askingUser.run(userId, () => Client.find(id).catch(() => undefined));

/** Passes on what the guarded `fetch` takes: the library's dispatcher is none of it. Drops the body of a failure. */
const documentFetch =
  (fetchDocument: AuthorizationServerContext['fetchDocument']): Configuration['fetch'] =>
  async (url, { headers, signal }) => {
    const request = new Request(url, { ...(headers && { headers }), ...(signal && { signal }) });
    request.headers.set('accept-encoding', ACCEPTED_CODING);
    const response = await fetchDocument(request);
    if (response.status === 200 && isCodedOnce(response.headers)) return withoutScope(response);
    await response.body?.cancel();
    return new Response(null, { status: 502 });
  };

/** Scopes that there are not are passed over, as in a request: the library refuses a client that names them. */
async function withoutScope({ body, headers }: Response): Promise<Response> {
  const text = Buffer.from(await readAtMost(DOCUMENT_MAX_BYTES, body)).toString();
  const type = headers.get('content-type');
  const known = withoutMember(text, 'scope');
  return new Response(known, { status: 200, ...(type !== null && { headers: { 'content-type': type } }) });
}

/** A JSON object without one of its members; any other text as it is. */
function withoutMember(text: string, name: string): string {
  try {
    const sent: unknown = JSON.parse(text);
    return isJsonObject(sent) ? JSON.stringify({ ...sent, [name]: undefined }) : text;
  } catch {
    return text;
  }
}
