import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  enableNonRepudiationChecks,
  None,
} from 'openid-client';
import * as v from 'valibot';
import { SignInFailed, type SignInProvider, type VerifiedPerson } from '#shared/identity/ports/sign-in-provider';
import { looksLikeEmail } from '#shared/identity/rules/password';
import { SIGN_IN_PATHS } from '#shared/infrastructure-names';

interface Settings {
  /** `<region>_<name>`. */
  readonly poolId: string;
  readonly clientId: string;
  /** Origin of Cognito's sign-in page. On a local stack it differs from the issuer, which remains AWS's. */
  readonly pageUrl: string;
  readonly keysUrl: string;
  /** Origin of the hosted pages. */
  readonly appUrl: string;
  readonly fetch?: typeof fetch;
}

const Claims = v.object({
  iss: v.string(),
  sub: v.string(),
  token_use: v.literal('id'),
  // The same check as at sign-up, so that every address accepted there can sign in.
  email: v.pipe(v.string(), v.check(looksLikeEmail)),
  // The emulator sends a string for users that an administrator created.
  email_verified: v.optional(v.union([v.boolean(), v.picklist(['true', 'false'])]), false),
});

/** Sign-in by Cognito's hosted page: authorization code flow with PKCE (OpenID Connect). The id token's signature is verified. */
export function cognitoSignIn(settings: Settings): SignInProvider {
  const { clientId, pageUrl, appUrl } = settings;
  const config = configurationOf(settings);
  const returnUrl = `${appUrl}${SIGN_IN_PATHS.callback}`;
  return {
    async begin({ state, nonce, verifier }) {
      const parameters = {
        redirect_uri: returnUrl,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      };
      return buildAuthorizationUrl(config, parameters).href;
    },

    async finish(query, { state, nonce, verifier }) {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await authorizationCodeGrant(config, new URL(`${returnUrl}?${query}`), checks).catch(failed);
      return personIn(tokens.claims());
    },

    endingPage: () => {
      const query = new URLSearchParams({ client_id: clientId, logout_uri: `${appUrl}${SIGN_IN_PATHS.ended}` });
      return `${pageUrl}/logout?${query}`;
    },
  };
}

function configurationOf({ poolId, clientId, pageUrl, keysUrl, fetch: fetcher }: Settings): Configuration {
  const [region] = poolId.split('_');
  const server = {
    issuer: `https://cognito-idp.${region}.amazonaws.com/${poolId}`,
    authorization_endpoint: `${pageUrl}/oauth2/authorize`,
    token_endpoint: `${pageUrl}/oauth2/token`,
    jwks_uri: keysUrl,
  };
  const config = new Configuration(server, clientId, {}, None());
  enableNonRepudiationChecks(config);
  // The emulator of a local stack has no TLS.
  if (pageUrl.startsWith('http://127.0.0.1:')) allowInsecureRequests(config);
  if (fetcher) config[customFetch] = (url, options) => fetcher(url, options as RequestInit);
  return config;
}

function personIn(claims: unknown): VerifiedPerson {
  const parsed = v.safeParse(Claims, claims);
  if (!parsed.success) throw new SignInFailed('broken');
  const { iss, sub, email, email_verified: verified } = parsed.output;
  if (verified !== true && verified !== 'true') throw new SignInFailed('unverified');
  return { subject: `${iss} ${sub}`, email };
}

/** `access_denied` means that the person cancelled. Every other error is one of Cognito or of our client. */
function failed(error: unknown): never {
  const wasCancelled = error instanceof AuthorizationResponseError && error.error === 'access_denied';
  throw new SignInFailed(wasCancelled ? 'denied' : 'broken', error);
}
