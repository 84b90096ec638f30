import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  enableNonRepudiationChecks,
} from 'openid-client';
import * as v from 'valibot';
import { SignInFailed, type SignInProvider, type VerifiedPerson } from '#shared/accounts/identity/ports';
import { looksLikeEmail } from '#shared/accounts/identity/rules/password';

interface Settings {
  /** `<region>_<name>`. */
  readonly poolId: string;
  readonly clientId: string;
  readonly clientSecret: () => Promise<string>;
  /** Origin of the page where people sign in. Not the issuer: on a local stack that is AWS's name all the same. */
  readonly pageUrl: string;
  readonly keysUrl: string;
  /** Origin of our own pages. */
  readonly appUrl: string;
  readonly fetch?: typeof fetch;
}

const Claims = v.object({
  iss: v.string(),
  sub: v.string(),
  token_use: v.literal('id'),
  // The same check as at sign-up, so that every user who could sign up can sign in.
  email: v.pipe(v.string(), v.check(looksLikeEmail)),
  // The emulator writes it as a text for users that an administrator made.
  email_verified: v.optional(v.union([v.boolean(), v.picklist(['true', 'false'])]), false),
});

/** Cognito's hosted page, by OpenID Connect's code flow with PKCE; the id token's signature is checked. */
export function cognitoSignIn(settings: Settings): SignInProvider {
  const { clientId, pageUrl, appUrl } = settings;
  const returnUrl = `${appUrl}/sign-in/callback`;
  return {
    async begin({ state, nonce, verifier }) {
      const config = configurationOf(settings, await settings.clientSecret());
      const asked = {
        redirect_uri: returnUrl,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      };
      return buildAuthorizationUrl(config, asked).href;
    },

    async finish(query, { state, nonce, verifier }) {
      const config = configurationOf(settings, await settings.clientSecret());
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await authorizationCodeGrant(config, new URL(`${returnUrl}?${query}`), checks).catch(failed);
      return personIn(tokens.claims());
    },

    endingPage: () => {
      const query = new URLSearchParams({ client_id: clientId, logout_uri: `${appUrl}/sign-in/ended` });
      return `${pageUrl}/logout?${query}`;
    },
  };
}

function configurationOf(
  { poolId, clientId, pageUrl, keysUrl, fetch: fetcher }: Settings,
  secret: string,
): Configuration {
  const [region] = poolId.split('_');
  const server = {
    issuer: `https://cognito-idp.${region}.amazonaws.com/${poolId}`,
    authorization_endpoint: `${pageUrl}/oauth2/authorize`,
    token_endpoint: `${pageUrl}/oauth2/token`,
    jwks_uri: keysUrl,
  };
  const config = new Configuration(server, clientId, {}, ClientSecretBasic(secret));
  enableNonRepudiationChecks(config);
  // The emulator of a local stack has no certificate.
  if (pageUrl.startsWith('http://127.0.0.1:')) allowInsecureRequests(config);
  if (fetcher) config[customFetch] = (url, options) => fetcher(url, options as RequestInit);
  return config;
}

function personIn(claims: unknown): VerifiedPerson {
  const read = v.safeParse(Claims, claims);
  if (!read.success) throw new SignInFailed('broken');
  const { iss, sub, email, email_verified: verified } = read.output;
  if (verified !== true && verified !== 'true') throw new SignInFailed('unverified');
  return { subject: `${iss} ${sub}`, email };
}

/** Only a person leaves a sign-in; any other word of the page is about itself, or about our client there. */
function failed(error: unknown): never {
  const wasLeft = error instanceof AuthorizationResponseError && error.error === 'access_denied';
  throw new SignInFailed(wasLeft ? 'denied' : 'broken', error);
}
