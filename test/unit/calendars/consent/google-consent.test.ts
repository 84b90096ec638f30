import { googleConsent } from '#shared/calendars/consent/google-consent';
import { googleUrls } from '#shared/calendars/requests/provider-urls';
import { HOUR_MS } from '#shared/foundation/core/time';
import { aGoogle } from '#test/doubles/calendar-providers/google/a-google';
import type { ConsentChoice } from '#test/doubles/calendar-providers/test-provider';
import { describe, expect, it } from '#test/support/jest';
import { atNoon, noon, thrownBy } from '#test/unit/calendars/requests/an-api';
import { allOf, CLIENT, consented, REDIRECT_URI, secretsOf } from './a-consent.ts';

const ADA = 'ada@example.com';
const EVENTS = 'https://www.googleapis.com/auth/calendar.events.readonly';

function aConsent(client: typeof CLIENT | undefined = CLIENT) {
  const google = aGoogle({ clock: atNoon, clients: [CLIENT] });
  google.addAccount({ email: ADA });
  const urls = googleUrls(google.origin);
  const consent = googleConsent({ urls, client: async () => client, clock: atNoon, fetch: google.fetch });
  const through =
    (choice: Partial<ConsentChoice> = {}) =>
    (address: string) =>
      google.consent(address, { email: ADA, ...choice });
  return { google, consent, through };
}

describe('consent to a Google calendar', () => {
  it('requests offline access to events and the e-mail address, with PKCE', async () => {
    const consent = googleConsent({ urls: googleUrls(), client: async () => CLIENT, clock: atNoon, fetch });

    const address = new URL(await consent.begin({ ...secretsOf('ada'), loginHint: ADA }));

    expect(`${address.origin}${address.pathname}`).toBe('https://accounts.google.com/o/oauth2/v2/auth');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'client-1',
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      scope: `openid email ${EVENTS}`,
      state: 'state-of-ada',
      nonce: 'nonce-of-ada',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
      include_granted_scopes: 'false',
      login_hint: ADA,
    });
    expect(address.href).not.toContain('canary');
    expect(address.href).not.toContain('verifier');
  });

  it('returns an access token and a refresh token', async () => {
    const { consent, through } = aConsent();

    const grant = await consented(consent, through());
    const again = await consent.access(grant.refreshToken);

    expect(grant).toMatchObject({ accountEmail: ADA, expiresAt: expect.any(Number) });
    expect(grant.expiresAt - noon).toBeLessThanOrEqual(HOUR_MS);
    expect(again.accessToken).not.toBe(grant.accessToken);
    expect(again.refreshToken).toBeUndefined();
  });

  it('can be denied by the person', async () => {
    const { consent, through } = aConsent();

    expect(await thrownBy(consented(consent, through({ answer: 'deny' })))).toMatchObject({
      name: 'ConsentFailed',
      reason: 'denied',
    });
  });

  it('fails when the scope of the calendar was not granted', async () => {
    const { consent, through } = aConsent();

    expect(await thrownBy(consented(consent, through({ without: [EVENTS] })))).toMatchObject({
      name: 'ConsentFailed',
      reason: 'missing_scope',
    });
  });

  it.each([
    ['another state', { state: 'state-of-eve' }],
    ['another nonce', { nonce: 'nonce-of-eve' }],
    ['another verifier', { codeVerifier: 'verifier-of-eve-which-is-long-enough-for-rfc-7636' }],
    ['another place to come back to', { redirectUri: 'https://eve.test/callback' }],
  ])('fails with %s than in the request', async (_case, other) => {
    const { consent, through } = aConsent();
    const asked = secretsOf('ada');
    const url = await through()(await consent.begin(asked));

    expect(await thrownBy(consent.finish({ ...asked, url, ...other }))).toMatchObject({
      name: 'ConsentFailed',
      reason: 'provider_error',
    });
  });

  it('can be finished once', async () => {
    const { consent, through } = aConsent();
    const asked = secretsOf('ada');
    const url = await through()(await consent.begin(asked));
    await consent.finish({ ...asked, url });

    expect(await thrownBy(consent.finish({ ...asked, url }))).toMatchObject({ reason: 'provider_error' });
  });

  it('fails for a made-up return', async () => {
    const { consent } = aConsent();
    const asked = secretsOf('ada');
    for (const query of [
      '',
      '?code=x',
      '?state=state-of-ada',
      '?error=server_error&state=state-of-ada',
      '?id_token=x&state=state-of-ada',
    ])
      expect(await thrownBy(consent.finish({ ...asked, url: `${REDIRECT_URI}${query}` }))).toMatchObject({
        name: 'ConsentFailed',
        reason: 'provider_error',
      });
  });

  it('needs an OAuth client of this deployment', async () => {
    const { google } = aConsent();
    const urls = googleUrls(google.origin);
    const consent = googleConsent({ urls, client: async () => undefined, clock: atNoon, fetch: google.fetch });

    for (const call of [consent.begin(secretsOf('ada')), consent.access('1//x'), consent.revoke('1//x')])
      expect(await thrownBy(call)).toMatchObject({ name: 'ProviderNotSetUp' });
  });
});

describe('a Google grant', () => {
  it('that was revoked is reported as lost', async () => {
    const { google, consent, through } = aConsent();
    const { refreshToken } = await consented(consent, through());
    google.revokeGrants(ADA);

    expect(await thrownBy(consent.access(refreshToken))).toMatchObject({ name: 'GrantLost', code: 'access_revoked' });
  });

  it('can be revoked again without an error', async () => {
    const { consent, through } = aConsent();
    const { refreshToken } = await consented(consent, through());

    await consent.revoke(refreshToken);
    await consent.revoke(refreshToken);

    expect(await thrownBy(consent.access(refreshToken))).toMatchObject({ name: 'GrantLost' });
  });

  it('of a closed account is reported as such', async () => {
    const { google, consent, through } = aConsent();
    const { refreshToken } = await consented(consent, through());
    google.setKind(ADA, 'disabled');

    expect(await thrownBy(consent.access(refreshToken))).toMatchObject({ code: 'account_unavailable' });
  });

  it('is not lost when the client secret is wrong', async () => {
    const { google, consent, through } = aConsent();
    const { refreshToken } = await consented(consent, through());
    const wrong = { ...CLIENT, clientSecret: 'old-canary' };
    const urls = googleUrls(google.origin);
    const mistaken = googleConsent({ urls, client: async () => wrong, clock: atNoon, fetch: google.fetch });

    expect(await thrownBy(mistaken.access(refreshToken))).toMatchObject({ name: 'ProviderNotSetUp' });
    expect(await thrownBy(consented(mistaken, through()))).toMatchObject({ name: 'ProviderNotSetUp' });
  });

  it.each([
    ['breaks', { type: 'down', status: 503 }, 'ProviderDown'],
    ['gives no answer', { type: 'no answer' }, 'ProviderDown'],
    ['talks nonsense', { type: 'gibberish' }, 'ProviderDown'],
    ['is asked too much', { type: 'throttled', status: 429, retryAfterSeconds: 7 }, 'ProviderThrottled'],
  ] as const)('is not lost while Google %s', async (_case, fault, name) => {
    const { google, consent, through } = aConsent();
    const { refreshToken } = await consented(consent, through());
    google.faults.next(fault, { kind: 'token' });

    const error = await thrownBy(consent.access(refreshToken));

    expect(error).toMatchObject({ name });
    if (name === 'ProviderThrottled') expect(error).toMatchObject({ retryAfterMs: 7_000 });
    expect((await consent.access(refreshToken)).accessToken).toBeTruthy();
  });
});

describe('the errors of consent', () => {
  it('contain no code, token or secret', async () => {
    const { google, consent, through } = aConsent();
    const asked = secretsOf('ada');
    const url = await through()(await consent.begin(asked));
    const code = new URL(url).searchParams.get('code') ?? '';
    const { refreshToken, accessToken } = await consent.finish({ ...asked, url });
    google.revokeGrants(ADA);

    const errors = [
      await thrownBy(consent.finish({ ...asked, url })),
      await thrownBy(consent.finish({ ...asked, url, nonce: 'another' })),
      await thrownBy(consent.access(refreshToken)),
    ];

    for (const secret of [code, refreshToken, accessToken, CLIENT.clientSecret, asked.codeVerifier])
      for (const error of errors) expect(allOf(error)).not.toContain(secret);
  });
});
