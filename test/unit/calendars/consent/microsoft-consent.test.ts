import { microsoftConsent } from '#shared/calendars/consent/microsoft-consent';
import { microsoftUrls } from '#shared/calendars/requests/provider-urls';
import { aMicrosoft } from '#test/doubles/calendar-providers/microsoft/a-microsoft';
import type { AccountKind, ConsentChoice, RevokedBecause } from '#test/doubles/calendar-providers/test-provider';
import { describe, expect, it } from '#test/support/jest';
import { atNoon, thrownBy } from '#test/unit/calendars/requests/an-api';
import { allOf, CLIENT, consented, REDIRECT_URI, secretsOf } from './a-consent.ts';

const ADA = 'ada@example.com';

function aConsent(kind: AccountKind = 'ordinary') {
  const microsoft = aMicrosoft({ clock: atNoon, clients: [CLIENT] });
  microsoft.addAccount({ email: ADA, kind });
  const urls = microsoftUrls(microsoft.origin);
  const consent = microsoftConsent({ urls, client: async () => CLIENT, clock: atNoon, fetch: microsoft.fetch });
  const through =
    (choice: Partial<ConsentChoice> = {}) =>
    (address: string) =>
      microsoft.consent(address, { email: ADA, ...choice });
  return { microsoft, consent, through };
}

describe('consent to a Microsoft calendar', () => {
  it('requests offline access from accounts of every organization, with PKCE', async () => {
    const consent = microsoftConsent({ urls: microsoftUrls(), client: async () => CLIENT, clock: atNoon, fetch });

    const address = new URL(await consent.begin({ ...secretsOf('ada'), loginHint: ADA }));

    expect(`${address.origin}${address.pathname}`).toBe(
      'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    );
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'client-1',
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      scope: 'openid email offline_access User.Read Calendars.Read',
      state: 'state-of-ada',
      nonce: 'nonce-of-ada',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      prompt: 'select_account',
      login_hint: ADA,
    });
  });

  it('returns an access token, and a refresh token that replaces the one before', async () => {
    const { consent, through } = aConsent();

    const grant = await consented(consent, through());
    const again = await consent.access(grant.refreshToken);

    expect(grant.accountEmail).toBe(ADA);
    expect(again.accessToken).not.toBe(grant.accessToken);
    expect(again.refreshToken).toEqual(expect.any(String));
    expect(again.refreshToken).not.toBe(grant.refreshToken);
    expect(await consent.access(again.refreshToken ?? '')).toMatchObject({ accessToken: expect.any(String) });
  });

  it('can be denied by the person', async () => {
    const { consent, through } = aConsent();

    expect(await thrownBy(consented(consent, through({ answer: 'deny' })))).toMatchObject({ reason: 'denied' });
  });

  it('may require an administrator', async () => {
    const { consent, through } = aConsent('needs_admin_consent');

    expect(await thrownBy(consented(consent, through()))).toMatchObject({ reason: 'admin_consent_required' });
  });

  it('fails for a mailbox that is known to be shared', async () => {
    const { consent, through } = aConsent('shared_mailbox');

    expect(await thrownBy(consented(consent, through()))).toMatchObject({ reason: 'shared_account' });
  });

  it.each([
    ['another state', { state: 'state-of-eve' }],
    ['another nonce', { nonce: 'nonce-of-eve' }],
    ['another verifier', { codeVerifier: 'verifier-of-eve-which-is-long-enough-for-rfc-7636' }],
  ])('fails with %s than in the request', async (_case, other) => {
    const { consent, through } = aConsent();
    const asked = secretsOf('ada');
    const url = await through()(await consent.begin(asked));

    expect(await thrownBy(consent.finish({ ...asked, url, ...other }))).toMatchObject({
      name: 'ConsentFailed',
      reason: 'provider_error',
    });
  });

  /** As Microsoft writes them on the way back. */
  it.each([
    ['access_denied', 'AADSTS65004: User declined to consent to access the app.', 'denied'],
    ['access_denied', 'the user canceled the authentication', 'denied'],
    ['consent_required', 'AADSTS65001: The user or administrator has not consented.', 'admin_consent_required'],
    ['access_denied', 'AADSTS90094: An administrator has set a policy.', 'admin_consent_required'],
    ['invalid_client', 'AADSTS650052: The app needs access to a service.', 'admin_consent_required'],
    ['server_error', 'AADSTS90020: Something went wrong.', 'provider_error'],
    ['temporarily_unavailable', '', 'provider_error'],
  ])('ends in %s: %s', async (error, description, reason) => {
    const { consent } = aConsent();
    const asked = secretsOf('ada');
    const query = new URLSearchParams({ error, error_description: description, state: asked.state });

    expect(await thrownBy(consent.finish({ ...asked, url: `${REDIRECT_URI}?${query}` }))).toMatchObject({ reason });
  });
});

describe('a Microsoft grant', () => {
  it.each<[RevokedBecause, string]>([
    ['revoked', 'access_revoked'],
    ['password_changed', 'access_revoked'],
    ['unused_too_long', 'grant_expired'],
    ['account_disabled', 'account_unavailable'],
  ])('that is lost has a reason: %s', async (because, code) => {
    const { microsoft, consent, through } = aConsent();
    const { refreshToken } = await consented(consent, through());
    microsoft.revokeGrants(ADA, because);

    expect(await thrownBy(consent.access(refreshToken))).toMatchObject({ name: 'GrantLost', code });
  });

  it('cannot be revoked, and revoking does nothing', async () => {
    const { consent, through } = aConsent();
    const { refreshToken } = await consented(consent, through());

    await consent.revoke(refreshToken);

    expect(await consent.access(refreshToken)).toMatchObject({ accessToken: expect.any(String) });
  });

  it('is not part of an error', async () => {
    const { microsoft, consent, through } = aConsent();
    const { refreshToken, accessToken } = await consented(consent, through());
    microsoft.revokeGrants(ADA);

    const error = await thrownBy(consent.access(refreshToken));

    for (const secret of [refreshToken, accessToken, CLIENT.clientSecret]) expect(allOf(error)).not.toContain(secret);
  });
});
