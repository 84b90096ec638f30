import { createHash } from 'node:crypto';
import type { Clock } from '#shared/foundation/core/clock';
import { SECOND_MS } from '#shared/foundation/core/time';
import type { AccountBook } from '#test/doubles/calendar-providers/server/accounts';
import { formOf, goTo, json, page } from '#test/doubles/calendar-providers/server/answers';
import {
  backTo,
  clientIn,
  codeOf,
  requestIn,
  scopesIn,
  wrongWith,
} from '#test/doubles/calendar-providers/server/authorization-request';
import { consentPage } from '#test/doubles/calendar-providers/server/consent-page';
import {
  ACCESS_LIVES_SECONDS,
  type Code,
  type GrantBook,
  verifierFits,
} from '#test/doubles/calendar-providers/server/grant-book';
import { aPage, asText } from '#test/doubles/calendar-providers/server/html';
import { signed } from '#test/doubles/calendar-providers/server/signing-key';
import type { OAuthClient } from '#test/doubles/calendar-providers/test-provider';
import { oauthError } from './google-errors.ts';

interface Desk {
  readonly accounts: AccountBook;
  readonly grants: GrantBook;
  readonly clients: readonly OAuthClient[];
  readonly clock: Clock;
  readonly issuer: string;
}

export const CONSENT_FORM = '/o/oauth2/v2/auth/decision';

/** Those that Google asks for with a box of their own, since people may leave any of them out ("granular consent"). */
const hasBox = (scope: string) => scope.startsWith('https://www.googleapis.com/auth/calendar');

const SAYS: Readonly<Record<string, string>> = {
  openid: 'Know who you are',
  email: 'See your email address',
  profile: 'See your name and picture',
  'https://www.googleapis.com/auth/calendar.events.readonly': 'See the events of all of your calendars',
};

/** developers.google.com/identity/protocols/oauth2/web-server */
export function googleOAuth({ accounts, grants, clients, clock, issuer }: Desk) {
  const client = (request: Request, form: URLSearchParams): OAuthClient | undefined => {
    const { id, secret } = clientIn(request, form);
    return clients.find(({ clientId, clientSecret }) => clientId === id && clientSecret === secret);
  };

  return {
    /** GET /o/oauth2/v2/auth: who, and what, on one page. */
    async ask(asked: URLSearchParams): Promise<Response> {
      const wrong = wrongWith(asked, clients);
      if (wrong) return page(await asText(aPage('Access blocked', 'Google', `Error 400: ${wrong}` as never)), 400);
      if (asked.get('response_type') !== 'code') return goTo(backTo(asked, { error: 'unsupported_response_type' }));
      const scopes = scopesIn(asked).map((scope) => ({ scope, says: SAYS[scope] ?? scope, hasBox: hasBox(scope) }));
      const shown = { provider: 'Google', action: CONSENT_FORM, clientId: asked.get('client_id') ?? '', asked };
      return page(await asText(consentPage({ ...shown, accounts: accounts.all(), scopes })));
    },

    /** What the person decided. */
    async decide(request: Request): Promise<Response> {
      const form = await formOf(request);
      const asked = requestIn(form);
      const account = accounts.find(form.get('account') ?? '');
      if (wrongWith(asked, clients) || !account) return page('<!doctype html><title>Error 400</title>', 400);
      if (form.get('answer') !== 'allow' || account.kind === 'disabled')
        return goTo(backTo(asked, { error: 'access_denied' }));
      const granted = form.getAll('granted');
      const scopes = scopesIn(asked).filter((scope) => !hasBox(scope) || granted.includes(scope));
      const wasThere = grants.has(account.email, asked.get('client_id') ?? '');
      const isOffline =
        asked.get('access_type') === 'offline' && (!wasThere || (asked.get('prompt') ?? '').includes('consent'));
      const code = grants.codeFor(codeOf(asked, { email: account.email, scopes, isOffline }));
      const shown = scopes.map((scope) =>
        scope === 'email' ? 'email https://www.googleapis.com/auth/userinfo.email' : scope,
      );
      return goTo(backTo(asked, { code, scope: shown.join(' '), authuser: '0', prompt: 'consent' }));
    },

    /** POST /token */
    async token(request: Request): Promise<Response> {
      const form = await formOf(request);
      const asking = client(request, form);
      if (!asking) return oauthError(401, 'invalid_client', 'Unauthorized');
      switch (form.get('grant_type')) {
        case 'authorization_code':
          return codeGrant(form, asking);
        case 'refresh_token':
          return refreshGrant(form, asking);
        default:
          return oauthError(400, 'unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type')}`);
      }
    },

    /** POST /revoke: with either token, all that the grant gave ends. */
    async revoke(request: Request): Promise<string | Response> {
      const query = new URL(request.url).searchParams;
      const token = (await formOf(request)).get('token') ?? query.get('token') ?? '';
      const found = grants.ofToken(token);
      if (!found || found.grant.revoked) return oauthError(400, 'invalid_token', 'Token expired or revoked');
      return found.grant.email;
    },
  };

  function codeGrant(form: URLSearchParams, asking: OAuthClient): Response {
    const code = grants.redeem(form.get('code') ?? '');
    if (!code || code.clientId !== asking.clientId) return oauthError(400, 'invalid_grant', 'Malformed auth code.');
    if (code.redirectUri !== form.get('redirect_uri')) return oauthError(400, 'redirect_uri_mismatch', 'Bad Request');
    if (code.challenge && !form.get('code_verifier')) return oauthError(400, 'invalid_grant', 'Missing code verifier.');
    if (!verifierFits(code.challenge, form.get('code_verifier')))
      return oauthError(400, 'invalid_grant', 'Invalid code verifier.');
    const grant = grants.open(code);
    const accessToken = grants.accessFor(grant);
    return json(200, {
      access_token: accessToken,
      expires_in: ACCESS_LIVES_SECONDS,
      ...(code.isOffline && { refresh_token: grants.refreshFor(grant) }),
      scope: shownScopes(code.scopes),
      token_type: 'Bearer',
      ...(code.scopes.includes('openid') && { id_token: idToken(code, accessToken) }),
    });
  }

  /** Google keeps the refresh token as it is. */
  function refreshGrant(form: URLSearchParams, asking: OAuthClient): Response {
    const found = grants.ofRefresh(form.get('refresh_token') ?? '');
    if (!found || found.grant.clientId !== asking.clientId) return oauthError(400, 'invalid_grant', 'Bad Request');
    if (accounts.find(found.grant.email)?.kind === 'disabled')
      return oauthError(400, 'invalid_grant', 'Account has been deleted');
    if (found.grant.revoked) return oauthError(400, 'invalid_grant', 'Token has been expired or revoked.');
    grants.used(found.id);
    return json(200, {
      access_token: grants.accessFor(found.id),
      expires_in: ACCESS_LIVES_SECONDS,
      scope: shownScopes(found.grant.scopes),
      token_type: 'Bearer',
    });
  }

  function idToken({ email, clientId, nonce, scopes }: Code, accessToken: string): string {
    const account = accounts.account(email);
    const now = Math.floor(clock.now() / SECOND_MS);
    return signed({
      iss: issuer,
      azp: clientId,
      aud: clientId,
      sub: account.subject,
      ...(scopes.includes('email') && { email: account.email, email_verified: true }),
      at_hash: halfOfDigest(accessToken),
      ...(nonce !== undefined && { nonce }),
      ...(scopes.includes('profile') && { name: account.name }),
      iat: now,
      exp: now + 3_600,
    });
  }
}

/** `at_hash` (OpenID Connect Core, 3.1.3.6). */
const halfOfDigest = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');

/** The answer says `email` in its long form. */
const shownScopes = (scopes: readonly string[]): string =>
  scopes.map((scope) => (scope === 'email' ? 'https://www.googleapis.com/auth/userinfo.email' : scope)).join(' ');
