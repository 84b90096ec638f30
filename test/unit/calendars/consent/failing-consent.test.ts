import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { googleConsent } from '#shared/calendars/consent/google-consent';
import { googleUrls } from '#shared/calendars/requests/provider-urls';
import { systemClock } from '#shared/foundation/platform/system-clock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '#test/support/jest';
import { thrownBy } from '#test/unit/calendars/requests/an-api';
import { allOf, CLIENT, consented, REDIRECT_URI, secretsOf } from './a-consent.ts';
import type { NextFailure } from './failing-server.ts';

let server: ChildProcess;
let origin: string;
let control: string;

beforeAll(async () => {
  const started = spawn(process.execPath, [`${import.meta.dirname}/failing-server.ts`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  server = started;
  for await (const line of createInterface(started.stdout)) {
    ({ origin, control } = JSON.parse(line) as { origin: string; control: string });
    return;
  }
  throw new Error('The server ended before it began.');
});
afterAll(() => void server?.kill());

const next = async (failure: NextFailure): Promise<void> => {
  await fetch(control, { method: 'POST', body: JSON.stringify(failure) });
};
beforeEach(() => next({}));

function aConsent() {
  const urls = { ...googleUrls(origin), authorize: `${origin}/authorize`, keys: `${origin}/jwks` };
  return googleConsent({ urls, client: async () => CLIENT, clock: systemClock, fetch });
}

const through = async (address: string): Promise<string> =>
  (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? '';

const failed = async (failure: NextFailure): Promise<unknown> => {
  await next(failure);
  return thrownBy(consented(aConsent(), through));
};

const seconds = () => Math.floor(Date.now() / 1000);

describe('a faulty authorization server', () => {
  it('succeeds without a fault', async () => {
    expect(await consented(aConsent(), through)).toMatchObject({ accountEmail: 'ada@example.com' });
  });

  it.each([
    ['for another client', { aud: 'client-2' }],
    ['of another issuer', { iss: 'https://accounts.google.com' }],
    ['that is over', { exp: seconds() - 3_600 }],
    ['that begins later', { nbf: seconds() + 3_600 }],
    ['for another consent', { nonce: 'nonce-of-eve' }],
    ['for no consent', { nonce: null }],
    ['without a subject', { sub: null }],
    ['with an address that is not verified', { email_verified: false }],
    ['with an address of unknown verification', { email_verified: null }],
    ['without an address', { email: null }],
  ])('fails with an id token %s', async (_case, claims) => {
    expect(await failed({ claims })).toMatchObject({ name: 'ConsentFailed', reason: 'provider_error' });
  });

  it('fails with an id token signed with another key', async () => {
    const forged = {
      aud: CLIENT.clientId,
      sub: '1',
      nonce: 'nonce-of-ada',
      email: 'eve@example.com',
      email_verified: true,
    };

    expect(await failed({ forged })).toMatchObject({ name: 'ConsentFailed', reason: 'provider_error' });
  });

  it('fails with an unsigned id token', async () => {
    const part = (said: unknown) => Buffer.from(JSON.stringify(said)).toString('base64url');
    const claims = {
      iss: origin,
      aud: CLIENT.clientId,
      sub: '1',
      nonce: 'nonce-of-ada',
      iat: seconds(),
      exp: seconds() + 60,
    };

    expect(await failed({ tokens: { id_token: `${part({ alg: 'none' })}.${part(claims)}.` } })).toMatchObject({
      reason: 'provider_error',
    });
  });

  it('fails without an id token', async () => {
    expect(await failed({ tokens: { id_token: null } })).toMatchObject({ reason: 'provider_error' });
  });

  it('fails without a refresh token', async () => {
    expect(await failed({ tokens: { refresh_token: null } })).toMatchObject({ reason: 'missing_scope' });
  });

  it.each([
    ['access_denied', 'denied'],
    ['admin_policy_enforced', 'admin_consent_required'],
    ['temporarily_unavailable', 'provider_error'],
  ])('returns people with %s', async (error, reason) => {
    expect(await failed({ error })).toMatchObject({ name: 'ConsentFailed', reason });
  });

  it.each([
    ['invalid_grant', 400, 'Token has been expired or revoked.', { name: 'GrantLost', code: 'access_revoked' }],
    ['invalid_grant', 400, 'Account has been deleted', { name: 'GrantLost', code: 'account_unavailable' }],
    ['admin_policy_enforced', 400, '', { name: 'GrantLost', code: 'admin_consent_required' }],
    ['invalid_client', 401, 'The OAuth client was not found.', { name: 'ProviderNotSetUp' }],
    ['unauthorized_client', 401, 'Unauthorized', { name: 'ProviderNotSetUp' }],
    ['slow_down', 429, '', { name: 'ProviderThrottled' }],
    ['internal_failure', 500, '', { name: 'ProviderDown' }],
  ])('refuses a refresh with %s (%i): %s', async (error, status, description, expected) => {
    await next({ answer: { status, body: { error, error_description: description } } });

    expect(await thrownBy(aConsent().access('1//refresh'))).toMatchObject(expected);
  });

  it('may be unreachable', async () => {
    const urls = googleUrls('http://127.0.0.1:1');
    const consent = googleConsent({ urls, client: async () => CLIENT, clock: systemClock, fetch });
    const asked = secretsOf('ada');
    const url = `${REDIRECT_URI}?code=x&state=${asked.state}`;

    expect(await thrownBy(consent.access('1//refresh'))).toMatchObject({ name: 'ProviderDown' });
    expect(await thrownBy(consent.finish({ ...asked, url }))).toMatchObject({ name: 'ProviderDown' });
  });

  it('may echo our secrets, which no error contains', async () => {
    const refusing = (error: string, description: string) =>
      next({ answer: { status: 400, body: { error, error_description: description } } });

    await refusing('invalid_grant', 'No such token: 1//refresh-canary');
    const refused = await thrownBy(aConsent().access('1//refresh-canary'));
    await refusing('1//refresh-canary', '');
    const garbled = await thrownBy(aConsent().access('1//refresh-canary'));
    const mistaken = await failed({ claims: { aud: 'client-2', echo: 'token-canary' } });

    for (const error of [refused, garbled, mistaken]) expect(allOf(error)).not.toContain('canary');
  });
});
