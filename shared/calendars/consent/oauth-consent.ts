import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  type IDToken,
  refreshTokenGrant,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
  tokenRevocation,
} from 'openid-client';
import {
  type AuthorizationServer,
  configuredClient,
  verifyingClient,
} from '#shared/calendars/consent/configured-client';
import { type OAuthError, readOAuthFailure, refusalMessage } from '#shared/calendars/consent/oauth-errors';
import {
  type Access,
  type AskedConsent,
  ConsentFailed,
  type ConsentFailure,
  type ConsentProvider,
  type ProviderClient,
  ProviderNotSetUp,
  type ReturnedConsent,
} from '#shared/calendars/consent/ports';
import type { Fetch } from '#shared/calendars/requests/send-request';
import { GrantLost, type GrantLostCode, ProviderDown } from '#shared/calendars/sync/ports';
import type { Clock } from '#shared/foundation/core/clock';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';

/** What differs between the authorization servers. */
export interface OAuthProfile {
  /** The provider's name, for messages. */
  readonly provider: string;
  readonly server: AuthorizationServer;
  readonly scopes: readonly string[];
  /** See `ConsentProvider`. */
  readonly rotatesGrants: boolean;
  /** Whether the granted scopes suffice to read the calendar. */
  readonly hasRequiredScopes: (granted: readonly string[]) => boolean;
  /** Further parameters of the authorization request. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The e-mail address of the account. Throws `ConsentFailed`, and the errors of its own requests. */
  readonly accountEmail: (claims: IDToken, accessToken: string) => Promise<string>;
  readonly consentFailure: (error: OAuthError) => ConsentFailure;
  /** Why a refused refresh means that the grant is lost. Undefined when it does not. */
  readonly grantLostCode: (error: OAuthError) => GrantLostCode | undefined;
}

interface Needs {
  readonly profile: OAuthProfile;
  /** Called for each request; the caller decides about caching. */
  readonly client: () => Promise<ProviderClient | undefined>;
  readonly clock: Clock;
  readonly fetch: Fetch;
}

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** The lifetime of an access token for which the server sends none. */
const DEFAULT_LIFETIME_MS = 5 * MINUTE_MS;

/** The authorization code flow with PKCE at an OpenID provider, and the refresh and revocation of its tokens. */
export function oauthConsent({ profile, client, clock, fetch }: Needs): ConsentProvider {
  const { provider } = profile;

  async function configuration(make = configuredClient): Promise<Configuration> {
    const credentials = await client();
    if (!credentials) throw new ProviderNotSetUp(`This deployment has no OAuth client at ${provider}.`);
    return make(profile.server, credentials, { fetch, clock });
  }

  const accessIn = ({
    access_token: accessToken,
    expires_in: seconds,
    refresh_token: refreshToken,
  }: Tokens): Access => ({
    accessToken,
    expiresAt: later(clock.now(), seconds === undefined ? DEFAULT_LIFETIME_MS : seconds * SECOND_MS),
    ...(refreshToken !== undefined && { refreshToken }),
  });

  return {
    rotatesGrants: profile.rotatesGrants,

    begin: async (request) => buildAuthorizationUrl(await configuration(), await parametersFor(request, profile)).href,

    async finish(returned) {
      const tokens = await exchange(await configuration(verifyingClient), returned).catch((thrown: unknown) => {
        throw asConsentFailed(thrown, profile, clock.now());
      });
      const claims = tokens.claims();
      if (!claims) throw new ConsentFailed('provider_error', `${provider} sent no id token.`);
      const { refreshToken, ...access } = accessIn(tokens);
      if (!profile.hasRequiredScopes(scopesIn(tokens, profile)) || refreshToken === undefined)
        throw new ConsentFailed('missing_scope', `${provider} granted too few scopes.`);
      return { ...access, refreshToken, accountEmail: await profile.accountEmail(claims, access.accessToken) };
    },

    async access(refreshToken) {
      const tokens = await refreshTokenGrant(await configuration(), refreshToken).catch((thrown: unknown) => {
        throw asGrantLost(thrown, profile, clock.now());
      });
      return accessIn(tokens);
    },

    async revoke(refreshToken) {
      if (profile.server.revoke === undefined) return;
      await tokenRevocation(await configuration(), refreshToken).catch((thrown: unknown) => {
        const failure = readOAuthFailure(thrown, provider, clock.now());
        if (failure.kind === 'unavailable') throw failure.error;
        if (failure.kind === 'client') throw clientRefused(failure.error, provider);
        // A refused revocation means that the token is invalid already.
      });
    },
  };
}

async function parametersFor(
  { state, codeVerifier, nonce, redirectUri, loginHint }: AskedConsent,
  { scopes, parameters }: OAuthProfile,
): Promise<Record<string, string>> {
  return {
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...parameters,
    ...(loginHint !== null && { login_hint: loginHint }),
  };
}

/** The URL is built from the redirect URI, since a proxy may have received the request under another host. */
function exchange(configuration: Configuration, { url, redirectUri, state, codeVerifier, nonce }: ReturnedConsent) {
  const returned = new URL(redirectUri);
  returned.search = new URL(url, redirectUri).search;
  return authorizationCodeGrant(configuration, returned, {
    pkceCodeVerifier: codeVerifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
}

/** A response without scopes grants all requested ones (RFC 6749, section 5.1). */
const scopesIn = ({ scope }: Tokens, { scopes }: OAuthProfile): readonly string[] =>
  scope === undefined ? scopes : scope.split(' ');

function asConsentFailed(thrown: unknown, { provider, consentFailure }: OAuthProfile, now: Instant): Error {
  const failure = readOAuthFailure(thrown, provider, now);
  switch (failure.kind) {
    case 'unavailable':
      return failure.error;
    case 'client':
      return clientRefused(failure.error, provider);
    case 'invalid_response':
      return new ConsentFailed('provider_error', `${provider} sent an invalid response.`);
    case 'refused':
      return new ConsentFailed(consentFailure(failure.error), refusalMessage(failure.error, provider));
  }
}

const clientRefused = (error: OAuthError, provider: string): ProviderNotSetUp =>
  new ProviderNotSetUp(`The OAuth client of this deployment: ${refusalMessage(error, provider)}`);

function asGrantLost(thrown: unknown, { provider, grantLostCode }: OAuthProfile, now: Instant): Error {
  const failure = readOAuthFailure(thrown, provider, now);
  switch (failure.kind) {
    case 'unavailable':
      return failure.error;
    case 'client':
      return clientRefused(failure.error, provider);
    case 'invalid_response':
      return new ProviderDown(`${provider} sent an invalid response.`);
    case 'refused': {
      const code = grantLostCode(failure.error);
      const message = refusalMessage(failure.error, provider);
      return code ? new GrantLost(code, message) : new ProviderDown(message);
    }
  }
}
