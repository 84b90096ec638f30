import { googleConsent } from '#shared/calendars/consent/google-consent';
import { microsoftConsent } from '#shared/calendars/consent/microsoft-consent';
import type { ConsentProvider, ProviderClient } from '#shared/calendars/consent/ports';
import { googleUrls, microsoftUrls } from '#shared/calendars/requests/provider-urls';
import { systemClock } from '#shared/foundation/platform/system-clock';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { thrownBy } from '#test/unit/calendars/requests/an-api';
import { CLIENT, consented, REDIRECT_URI, secretsOf } from './a-consent.ts';
import { anEmulator, choose, type RunningEmulator } from './an-emulator.ts';

const ADA = 'ada@example.com';
const SEED = {
  users: [{ email: ADA, name: 'Ada' }],
  oauth_clients: [
    {
      client_id: CLIENT.clientId,
      client_secret: CLIENT.clientSecret,
      name: 'Rapporteur',
      redirect_uris: [REDIRECT_URI],
    },
  ],
};

let google: RunningEmulator;
let microsoft: RunningEmulator;

beforeAll(async () => {
  [google, microsoft] = await Promise.all([anEmulator('google', SEED), anEmulator('microsoft', SEED)]);
});
afterAll(() => {
  google?.close();
  microsoft?.close();
});

const context = (client: ProviderClient) => ({ client: async () => client, clock: systemClock, fetch });

/** Its paths are not those of Google in every place. */
function ofGoogle(client: ProviderClient = CLIENT): ConsentProvider {
  const { origin } = google;
  const urls = { ...googleUrls(origin), token: `${origin}/oauth2/token`, revoke: `${origin}/oauth2/revoke` };
  return googleConsent({ urls, ...context(client) });
}

function ofMicrosoft(client: ProviderClient = CLIENT): ConsentProvider {
  const { origin } = microsoft;
  const urls = {
    ...microsoftUrls(origin),
    authorize: `${origin}/oauth2/v2.0/authorize`,
    token: `${origin}/oauth2/v2.0/token`,
    keys: `${origin}/discovery/v2.0/keys`,
  };
  return microsoftConsent({ urls, ...context(client) });
}

const asAda = (address: string) => choose(ADA, address);

describe.each([
  ['Google', ofGoogle],
  ['Microsoft', ofMicrosoft],
])('consent at an independent emulator: %s', (_name, made) => {
  it('returns offline access to the chosen account', async () => {
    const consent = made();

    const grant = await consented(consent, asAda);

    expect(grant).toMatchObject({
      accountEmail: ADA,
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
    });
    expect((await consent.access(grant.refreshToken)).accessToken).not.toBe(grant.accessToken);
  });

  it('fails with another verifier', async () => {
    const consent = made();
    const asked = secretsOf('ada');
    const url = await asAda(await consent.begin(asked));
    const codeVerifier = secretsOf('eve').codeVerifier;

    expect(await thrownBy(consent.finish({ ...asked, url, codeVerifier }))).toMatchObject({ reason: 'provider_error' });
  });

  it('fails with another nonce', async () => {
    const consent = made();
    const asked = secretsOf('ada');
    const url = await asAda(await consent.begin(asked));

    expect(await thrownBy(consent.finish({ ...asked, url, nonce: 'other' }))).toMatchObject({
      reason: 'provider_error',
    });
  });

  it('can be finished once', async () => {
    const consent = made();
    const asked = secretsOf('ada');
    const url = await asAda(await consent.begin(asked));
    await consent.finish({ ...asked, url });

    expect(await thrownBy(consent.finish({ ...asked, url }))).toMatchObject({ reason: 'provider_error' });
  });

  it('is not lost when the client secret is wrong', async () => {
    const { refreshToken } = await consented(made(), asAda);

    expect(await thrownBy(made({ ...CLIENT, clientSecret: 'old' }).access(refreshToken))).toMatchObject({
      name: 'ProviderNotSetUp',
    });
  });

  it('is lost with an invalid refresh token', async () => {
    expect(await thrownBy(made().access('never-one'))).toMatchObject({ name: 'GrantLost', code: 'access_revoked' });
  });
});

describe('a difference of the providers', () => {
  it('Google revokes a grant', async () => {
    const consent = ofGoogle();
    const { refreshToken } = await consented(consent, asAda);

    await consent.revoke(refreshToken);

    expect(await thrownBy(consent.access(refreshToken))).toMatchObject({ code: 'access_revoked' });
  });

  it('Microsoft replaces a refresh token when it is used', async () => {
    const consent = ofMicrosoft();
    const { refreshToken } = await consented(consent, asAda);

    const { refreshToken: next = '' } = await consent.access(refreshToken);

    expect(await consent.access(next)).toMatchObject({ accessToken: expect.any(String) });
    expect(await thrownBy(consent.access(refreshToken))).toMatchObject({ name: 'GrantLost' });
  });
});
