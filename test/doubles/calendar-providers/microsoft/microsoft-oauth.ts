import { html } from 'hono/html';
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
import { ACCESS_LIVES_SECONDS, type GrantBook, verifierFits } from '#test/doubles/calendar-providers/server/grant-book';
import { aPage, asText } from '#test/doubles/calendar-providers/server/html';
import { signed } from '#test/doubles/calendar-providers/server/signing-key';
import type { OAuthClient, RevokedBecause } from '#test/doubles/calendar-providers/test-provider';
import { descriptionOf, loginError } from './login-errors.ts';

interface Desk {
  readonly accounts: AccountBook;
  readonly grants: GrantBook;
  readonly clients: readonly OAuthClient[];
  readonly clock: Clock;
  readonly origin: string;
  readonly tenant: string;
}

export const CONSENT_FORM = '/common/reprocess';

const SAYS: Readonly<Record<string, string>> = {
  openid: 'Sign you in',
  email: 'View your email address',
  profile: 'View your basic profile',
  offline_access: 'Maintain access to data you have given it access to',
  'user.read': 'Read your profile',
  'calendars.read': 'Read your calendars',
};

/** Scopes of Graph may be asked for with its address before them. */
const nameOf = (scope: string): string => scope.replace('https://graph.microsoft.com/', '').toLowerCase();

const WHY_LOST: Readonly<
  Record<RevokedBecause, { readonly code: number; readonly says: string; readonly suberror?: string }>
> = {
  revoked: {
    code: 65001,
    says: "The user or administrator has not consented to use the application with ID 'test'. Send an interactive authorization request for this user and resource.",
    suberror: 'consent_required',
  },
  password_changed: {
    code: 50173,
    says: 'The provided grant has expired due to it being revoked, a fresh auth token is needed. The user might have changed or reset their password.',
    suberror: 'bad_token',
  },
  unused_too_long: {
    code: 700082,
    says: 'The refresh token has expired due to inactivity. The token was inactive for 90.00:00:00.',
  },
  account_disabled: { code: 50057, says: 'The user account is disabled.' },
};

/** learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow, at the tenant `common`. */
export function microsoftOAuth({ accounts, grants, clients, clock, origin, tenant }: Desk) {
  return {
    /** GET /common/oauth2/v2.0/authorize */
    async ask(asked: URLSearchParams): Promise<Response> {
      const wrong = wrongWith(asked, clients);
      if (wrong)
        return page(
          await asText(
            aPage('Sorry, but we’re having trouble signing you in', 'Microsoft', html`<p>AADSTS700016: ${wrong}</p>`),
          ),
          400,
        );
      const scopes = scopesIn(asked).map((scope) => ({ scope, says: SAYS[nameOf(scope)] ?? scope, hasBox: false }));
      const shown = { provider: 'Microsoft', action: CONSENT_FORM, clientId: asked.get('client_id') ?? '', asked };
      return page(await asText(consentPage({ ...shown, accounts: accounts.all(), scopes })));
    },

    async decide(request: Request): Promise<Response> {
      const form = await formOf(request);
      const asked = requestIn(form);
      const account = accounts.find(form.get('account') ?? '');
      if (wrongWith(asked, clients) || !account) return page('<!doctype html><title>AADSTS900144</title>', 400);
      if (form.get('answer') !== 'allow')
        return goTo(denied(asked, { code: 65004, says: 'User declined to consent to access the app.' }));
      if (account.kind === 'disabled')
        return page('<!doctype html><title>AADSTS50057: The user account is disabled.</title>', 400);
      if (account.kind === 'needs_admin_consent') return page(await asText(needsAdministrator(asked)));
      const scopes = scopesIn(asked);
      const isOffline = scopes.some((scope) => nameOf(scope) === 'offline_access');
      const code = grants.codeFor(codeOf(asked, { email: account.email, scopes, isOffline }));
      return goTo(backTo(asked, { code, session_state: '6c3f0c5e-6f7a-4b7c-9a1e-2f4d5b6a7c8d' }));
    },

    /** POST /common/oauth2/v2.0/token */
    async token(request: Request): Promise<Response> {
      const form = await formOf(request);
      const { id, secret } = clientIn(request, form);
      const asking = clients.find(({ clientId }) => clientId === id);
      if (!asking)
        return refused({
          error: 'unauthorized_client',
          code: 700016,
          says: `Application with identifier '${id}' was not found in the directory.`,
        });
      if (asking.clientSecret !== secret)
        return refused({ error: 'invalid_client', code: 7000215, says: 'Invalid client secret provided.' }, 401);
      switch (form.get('grant_type')) {
        case 'authorization_code':
          return codeGrant(form, asking);
        case 'refresh_token':
          return refreshGrant(form, asking);
        default:
          return refused({
            error: 'unsupported_grant_type',
            code: 70003,
            says: 'The app requested an unsupported grant type.',
          });
      }
    },
  };

  function refused(error: Parameters<typeof loginError>[1], status = 400): Response {
    return loginError(clock.now(), error, status);
  }

  function denied(asked: URLSearchParams, why: { readonly code: number; readonly says: string }): string {
    const error_description = descriptionOf(why, clock.now());
    const error_uri = `https://login.microsoftonline.com/error?code=${why.code}`;
    return backTo(asked, { error: 'access_denied', error_subcode: 'cancel', error_description, error_uri });
  }

  function needsAdministrator(asked: URLSearchParams) {
    const back = denied(asked, { code: 90094, says: 'The grant requires admin permission.' });
    return aPage(
      'Need admin approval',
      'Microsoft',
      html`<p>This program needs permission to access resources in your organization that only an administrator can grant.</p>
        <p><a data-back href="${back}">Return to the application without granting consent</a></p>`,
    );
  }

  function codeGrant(form: URLSearchParams, asking: OAuthClient): Response {
    const code = grants.redeem(form.get('code') ?? '');
    if (!code || code.clientId !== asking.clientId)
      return refused({
        error: 'invalid_grant',
        code: 54005,
        says: 'OAuth2 Authorization code was already redeemed, please retry with a new valid code or use an existing refresh token.',
      });
    if (code.redirectUri !== form.get('redirect_uri'))
      return refused({
        error: 'invalid_grant',
        code: 50011,
        says: 'The redirect URI specified in the request does not match.',
      });
    if (!verifierFits(code.challenge, form.get('code_verifier')))
      return refused({
        error: 'invalid_grant',
        code: 501481,
        says: 'The Code_Verifier does not match the code_challenge supplied in the authorization request.',
      });
    const grant = grants.open(code);
    return answer({
      grant,
      scopes: code.scopes,
      isOffline: code.isOffline,
      ...identity(code.email, asking, code.nonce, code.scopes),
    });
  }

  /** Another refresh token each time; the old one stays good (learn.microsoft.com/entra/identity-platform/refresh-tokens). */
  function refreshGrant(form: URLSearchParams, asking: OAuthClient): Response {
    const found = grants.ofRefresh(form.get('refresh_token') ?? '');
    if (!found || found.grant.clientId !== asking.clientId)
      return refused({
        error: 'invalid_grant',
        code: 9002313,
        says: 'Invalid request. Request is malformed or invalid.',
      });
    const { email, scopes, revoked } = found.grant;
    const isDisabled = accounts.find(email)?.kind === 'disabled';
    const why = isDisabled ? WHY_LOST.account_disabled : revoked && WHY_LOST[revoked];
    if (why) return refused({ error: 'invalid_grant', ...why });
    grants.used(found.id);
    return answer({ grant: found.id, scopes, isOffline: true, ...identity(email, asking, undefined, scopes) });
  }

  interface ApiResponse {
    readonly grant: number;
    readonly scopes: readonly string[];
    readonly isOffline: boolean;
    readonly id_token?: string;
  }

  function answer({ grant, scopes, isOffline, id_token }: ApiResponse): Response {
    return json(200, {
      token_type: 'Bearer',
      // `offline_access` is granted by the refresh token that is there, and not named.
      scope: scopes.filter((scope) => nameOf(scope) !== 'offline_access').join(' '),
      expires_in: ACCESS_LIVES_SECONDS,
      ext_expires_in: ACCESS_LIVES_SECONDS,
      access_token: grants.accessFor(grant),
      ...(isOffline && { refresh_token: grants.refreshFor(grant) }),
      ...(id_token !== undefined && { id_token }),
    });
  }

  function identity(email: string, { clientId }: OAuthClient, nonce: string | undefined, scopes: readonly string[]) {
    if (!scopes.includes('openid')) return {};
    const account = accounts.account(email);
    const now = Math.floor(clock.now() / SECOND_MS);
    const profile = { name: account.name, oid: account.subject, preferred_username: account.email };
    const claims = {
      ver: '2.0',
      iss: `${origin}/${tenant}/v2.0`,
      sub: `s-${account.subject}`,
      aud: clientId,
      exp: now + 3_600,
      iat: now,
      nbf: now,
      ...(scopes.includes('profile') && profile),
      ...(scopes.includes('email') && { email: account.email }),
      tid: tenant,
      ...(nonce !== undefined && { nonce }),
    };
    return { id_token: signed(claims) };
  }
}
