import { describe, expect, it } from '@jest/globals';
import { googleConsent } from '#shared/calendars/consent/google-consent';
import { googleSite } from '#shared/calendars/google/google-site';
import { HOUR_MS } from '#shared/core/time';
import { aGoogle } from '#test/calendar-providers/google/a-google';
import type { ConsentChoice } from '#test/calendar-providers/test-provider';
import { atNoon, noon, thrownBy } from '#test/unit/calendars/requests/an-api';
import { allOf, CLIENT, consented, REDIRECT_URI, secretsOf } from './a-consent.ts';

const ADA = 'ada@example.com';
const EVENTS = 'https://www.googleapis.com/auth/calendar.events.readonly';

function aConsent(client: typeof CLIENT | undefined = CLIENT) {
  const google = aGoogle({ clock: atNoon, clients: [CLIENT] });
  google.addAccount({ email: ADA });
  const site = googleSite(google.origin);
  const consent = googleConsent({ site, client: async () => client, clock: atNoon, fetch: google.fetch });
  const through =
    (choice: Partial<ConsentChoice> = {}) =>
    (address: string) =>
      google.consent(address, { email: ADA, ...choice });
  return { google, consent, through };
}

describe('consent to a Google calendar', () => {
  it('asks for lasting access to events and for the address, by PKCE', async () => {
    const consent = googleConsent({ site: googleSite(), client: async () => CLIENT, clock: atNoon, fetch });

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

  it('grants, to whoever comes back, access that can be had again', async () => {
    const { consent, through } = aConsent();

    const grant = await consented(consent, through());
    const again = await consent.access(grant.refreshToken);

    expect(grant).toMatchObject({ accountEmail: ADA, expiresAt: expect.any(Number) });
    expect(grant.expiresAt - noon).toBeLessThanOrEqual(HOUR_MS);
    expect(again.accessToken).not.toBe(grant.accessToken);
    expect(again.refreshToken).toBeUndefined();
  });

  it('is denied by the person', async () => {
    const { consent, through } = aConsent();

    expect(await thrownBy(consented(consent, through({ answer: 'deny' })))).toMatchObject({
      name: 'ConsentFailed',
      reason: 'denied',
    });
  });

  it('is too little without the box of the calendar', async () => {
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
  ])('is none with %s than what was begun', async (_case, other) => {
    const { consent, through } = aConsent();
    const asked = secretsOf('ada');
    const url = await through()(await consent.begin(asked));

    expect(await thrownBy(consent.finish({ ...asked, url, ...other }))).toMatchObject({
      name: 'ConsentFailed',
      reason: 'provider_error',
    });
  });

  it('is finished once', async () => {
    const { consent, through } = aConsent();
    const asked = secretsOf('ada');
    const url = await through()(await consent.begin(asked));
    await consent.finish({ ...asked, url });

    expect(await thrownBy(consent.finish({ ...asked, url }))).toMatchObject({ reason: 'provider_error' });
  });

  it('is nothing that a made-up return could bring', async () => {
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

  it('needs a client of this deployment', async () => {
    const { google } = aConsent();
    const site = googleSite(google.origin);
    const consent = googleConsent({ site, client: async () => undefined, clock: atNoon, fetch: google.fetch });

    for (const call of [consent.begin(secretsOf('ada')), consent.access('1//x'), consent.revoke('1//x')])
      expect(await thrownBy(call)).toMatchObject({ name: 'ProviderNotSetUp' });
  });
});

describe('a Google grant', () => {
  it('that was taken back gives no access any more', async () => {
    const { google, consent, through } = aConsent();
    const { refreshToken } = await consented(consent, through());
    google.revokeGrants(ADA);

    expect(await thrownBy(consent.access(refreshToken))).toMatchObject({ name: 'GrantLost', code: 'access_revoked' });
  });

  it('is given back once; again is no error', async () => {
    const { consent, through } = aConsent();
    const { refreshToken } = await consented(consent, through());

    await consent.revoke(refreshToken);
    await consent.revoke(refreshToken);

    expect(await thrownBy(consent.access(refreshToken))).toMatchObject({ name: 'GrantLost' });
  });

  it('of an account that was closed says so', async () => {
    const { google, consent, through } = aConsent();
    const { refreshToken } = await consented(consent, through());
    google.setKind(ADA, 'disabled');

    expect(await thrownBy(consent.access(refreshToken))).toMatchObject({ code: 'account_unavailable' });
  });

  it('is not lost for a client secret that is wrong, which is no fault of the person', async () => {
    const { google, consent, through } = aConsent();
    const { refreshToken } = await consented(consent, through());
    const wrong = { ...CLIENT, clientSecret: 'old-canary' };
    const site = googleSite(google.origin);
    const mistaken = googleConsent({ site, client: async () => wrong, clock: atNoon, fetch: google.fetch });

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

describe('errors of consent', () => {
  it('hold no code, no token and no secret', async () => {
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
