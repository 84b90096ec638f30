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
  checkingClient,
  configuredClient,
} from '#shared/calendars/consent/configured-client';
import { failureOf, type OAuthRefusal, refusedWith } from '#shared/calendars/consent/oauth-failure';
import {
  type Access,
  type AskedConsent,
  ConsentFailed,
  type ConsentFailure,
  type ConsentProvider,
  ProviderNotSetUp,
  type ReturnedConsent,
} from '#shared/calendars/consent/ports/consent-provider';
import type { ProviderClient } from '#shared/calendars/consent/ports/provider-clients';
import type { Fetch } from '#shared/calendars/requests/ask';
import { GrantLost, type GrantLostCode, ProviderDown } from '#shared/calendars/sync/ports/calendar-provider';
import type { Clock } from '#shared/core/clock';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/core/time';

/** In what one authorization server differs from another. */
export interface Dialect {
  /** For messages. */
  readonly who: string;
  readonly server: AuthorizationServer;
  readonly scopes: readonly string[];
  /** Whether what was granted is enough to read the calendar. */
  readonly isEnough: (granted: readonly string[]) => boolean;
  /** For the address that the person is sent to. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The account's address. Throws `ConsentFailed`, or what its own requests throw. */
  readonly accountEmail: (claims: IDToken, accessToken: string) => Promise<string>;
  readonly whyNotGranted: (refusal: OAuthRefusal) => ConsentFailure;
  /** Undefined where a refused refresh says nothing about the grant. */
  readonly whyLost: (refusal: OAuthRefusal) => GrantLostCode | undefined;
}

interface Needs {
  readonly dialect: Dialect;
  /** Asked at each call; how long one is remembered is the matter of who answers. */
  readonly client: () => Promise<ProviderClient | undefined>;
  readonly clock: Clock;
  readonly fetch: Fetch;
}

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** Where a server does not say how long its token is good for. */
const SHORT_MS = 5 * MINUTE_MS;

/** An OpenID provider's code flow with PKCE, and what follows from it. */
export function oauthConsent({ dialect, client, clock, fetch }: Needs): ConsentProvider {
  const { who } = dialect;

  async function configuration(make = configuredClient): Promise<Configuration> {
    const known = await client();
    if (!known) throw new ProviderNotSetUp(`This deployment has no OAuth client at ${who}.`);
    return make(dialect.server, known, { fetch, clock });
  }

  const accessIn = ({
    access_token: accessToken,
    expires_in: seconds,
    refresh_token: refreshToken,
  }: Tokens): Access => ({
    accessToken,
    expiresAt: later(clock.now(), seconds === undefined ? SHORT_MS : seconds * SECOND_MS),
    ...(refreshToken !== undefined && { refreshToken }),
  });

  return {
    begin: async (asked) => buildAuthorizationUrl(await configuration(), await parametersFor(asked, dialect)).href,

    async finish(returned) {
      const tokens = await exchange(await configuration(checkingClient), returned).catch((thrown: unknown) => {
        throw asConsentFailed(thrown, dialect, clock.now());
      });
      const claims = tokens.claims();
      if (!claims) throw new ConsentFailed('provider_error', `${who} sent no id token.`);
      const { refreshToken, ...access } = accessIn(tokens);
      if (!dialect.isEnough(scopesIn(tokens, dialect)) || refreshToken === undefined)
        throw new ConsentFailed('missing_scope', `${who} granted too little.`);
      return { ...access, refreshToken, accountEmail: await dialect.accountEmail(claims, access.accessToken) };
    },

    async access(refreshToken) {
      const known = await configuration();
      const tokens = await refreshTokenGrant(known, refreshToken).catch((thrown: unknown) => {
        throw asGrantLost(thrown, dialect, clock.now());
      });
      return accessIn(tokens);
    },

    async revoke(refreshToken) {
      if (dialect.server.revoke === undefined) return;
      const known = await configuration();
      await tokenRevocation(known, refreshToken).catch((thrown: unknown) => {
        const failure = failureOf(thrown, who, clock.now());
        if (failure.kind === 'trouble') throw failure.error;
        if (failure.kind === 'client') throw clientRefused(failure.refusal, who);
        // Refused: the token is no token any more, and that is what was wanted.
      });
    },
  };
}

async function parametersFor(
  { state, codeVerifier, nonce, redirectUri, loginHint }: AskedConsent,
  { scopes, parameters }: Dialect,
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

/** The address is put together from the redirect URI: what stands before us may have heard the request under another. */
function exchange(known: Configuration, { url, redirectUri, state, codeVerifier, nonce }: ReturnedConsent) {
  const returned = new URL(redirectUri);
  returned.search = new URL(url, redirectUri).search;
  return authorizationCodeGrant(known, returned, {
    pkceCodeVerifier: codeVerifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
}

/** A server that names no scopes granted all that was asked for (RFC 6749 §5.1). */
const scopesIn = ({ scope }: Tokens, { scopes }: Dialect): readonly string[] =>
  scope === undefined ? scopes : scope.split(' ');

function asConsentFailed(thrown: unknown, { who, whyNotGranted }: Dialect, now: Instant): Error {
  const failure = failureOf(thrown, who, now);
  switch (failure.kind) {
    case 'trouble':
      return failure.error;
    case 'client':
      return clientRefused(failure.refusal, who);
    case 'nonsense':
      return new ConsentFailed('provider_error', `${who} answered something that does not hold.`);
    case 'refused':
      return new ConsentFailed(whyNotGranted(failure.refusal), refusedWith(failure.refusal, who));
  }
}

const clientRefused = (refusal: OAuthRefusal, who: string): ProviderNotSetUp =>
  new ProviderNotSetUp(`This deployment’s client: ${refusedWith(refusal, who)}`);

function asGrantLost(thrown: unknown, { who, whyLost }: Dialect, now: Instant): Error {
  const failure = failureOf(thrown, who, now);
  switch (failure.kind) {
    case 'trouble':
      return failure.error;
    case 'client':
      return clientRefused(failure.refusal, who);
    case 'nonsense':
      return new ProviderDown(`${who} answered something that does not hold.`);
    case 'refused': {
      const code = whyLost(failure.refusal);
      const message = refusedWith(failure.refusal, who);
      return code ? new GrantLost(code, message) : new ProviderDown(message);
    }
  }
}
