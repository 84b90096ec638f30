import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { cognitoSignIn } from '#shared/accounts/identity/cognito/cognito-sign-in';
import { SignInFailed } from '#shared/accounts/identity/ports';
import { describe, expect, it } from '#test/support/jest';

const ISSUER = 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_pool';
const secrets = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) };

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function aToken(key: KeyObject, claims: Readonly<Record<string, unknown>>): string {
  const now = Math.floor(Date.now() / 1000);
  const all = {
    iss: ISSUER,
    sub: 'sub-1',
    aud: 'client',
    token_use: 'id',
    iat: now,
    exp: now + 300,
    nonce: secrets.nonce,
    email: 'ada@lovelace.test',
    email_verified: true,
    ...claims,
  };
  const signed = `${base64({ alg: 'RS256', kid: 'key' })}.${base64(all)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const ours = keys();

/** Cognito's two addresses, as `fetch` sees them. */
function aCognito(claims: Readonly<Record<string, unknown>> = {}, signedWith = ours.privateKey) {
  const exchanged: URLSearchParams[] = [];
  const credentials: (string | null)[] = [];
  const answer: typeof fetch = async (url, options) => {
    if (String(url).endsWith('/jwks.json')) {
      const key = { ...ours.publicKey.export({ format: 'jwk' }), kid: 'key', alg: 'RS256', use: 'sig' };
      return Response.json({ keys: [key] });
    }
    exchanged.push(new URLSearchParams(String(options?.body)));
    credentials.push(new Headers(options?.headers).get('authorization'));
    const id_token = aToken(signedWith, claims);
    return Response.json({ access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token });
  };
  const provider = cognitoSignIn({
    poolId: 'eu-central-1_pool',
    clientId: 'client',
    clientSecret: async () => 'secret',
    pageUrl: 'https://people.example.test',
    keysUrl: `${ISSUER}/.well-known/jwks.json`,
    appUrl: 'https://app.example.test',
    fetch: answer,
  });
  return { provider, exchanged, credentials };
}

const returned = `code=the-code&state=${secrets.state}`;

describe('the address of the sign-in page', () => {
  it('requests a code, with the digest of the verifier and never the verifier', async () => {
    const url = new URL(await aCognito().provider.begin(secrets));
    expect(`${url.origin}${url.pathname}`).toBe('https://people.example.test/oauth2/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'client',
      response_type: 'code',
      redirect_uri: 'https://app.example.test/sign-in/callback',
      scope: 'openid email',
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: createHash('sha256').update(secrets.verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    expect(url.href).not.toContain(secrets.verifier);
  });

  it('has a counterpart for signing out', () => {
    const url = new URL(aCognito().provider.endingPage());
    expect(`${url.origin}${url.pathname}`).toBe('https://people.example.test/logout');
    expect(url.searchParams.get('logout_uri')).toBe('https://app.example.test/sign-in/ended');
  });
});

describe('the person who returns from the sign-in page', () => {
  it('is the subject of the id token, after the code was exchanged with the verifier and the secret of the client', async () => {
    const { provider, exchanged, credentials } = aCognito();
    expect(await provider.finish(returned, secrets)).toEqual({
      subject: `${ISSUER} sub-1`,
      email: 'ada@lovelace.test',
    });
    expect(Object.fromEntries(exchanged[0] ?? [])).toMatchObject({
      grant_type: 'authorization_code',
      code: 'the-code',
      code_verifier: secrets.verifier,
      redirect_uri: 'https://app.example.test/sign-in/callback',
    });
    expect(credentials).toEqual([`Basic ${btoa('client:secret')}`]);
  });

  it.each(["o'brien@acme.test", 'ada+work@x.acme.test', 'jurgen@müller.test', 'a/b@acme.test'])(
    'is signed in with any address that can sign up: %s',
    async (email) => {
      expect(await aCognito({ email }).provider.finish(returned, secrets)).toMatchObject({ email });
    },
  );

  it.each([
    ['for another sign-in', { nonce: 'another' }],
    ['without its nonce', { nonce: undefined }],
    ['for another client', { aud: 'another' }],
    ['of another issuer', { iss: 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_another' }],
    ['whose time is over', { exp: 1_000_000_000 }],
    ['that is no id token', { token_use: 'access' }],
    ['without an address', { email: undefined }],
    ['with something else in its place', { email: 'ada' }],
    ['with a local part that is not ASCII', { email: '\u0430da@lovelace.test' }],
  ])('is refused with a token %s', async (_which, claims) => {
    await expect(aCognito(claims).provider.finish(returned, secrets)).rejects.toMatchObject({ failure: 'broken' });
  });

  it('is refused with a token signed with another key', async () => {
    const { provider } = aCognito({}, keys().privateKey);
    await expect(provider.finish(returned, secrets)).rejects.toMatchObject({ failure: 'broken' });
  });

  it.each([false, 'false', undefined])(
    'has to verify the e-mail address when email_verified is %j',
    async (email_verified) => {
      const { provider } = aCognito({ email_verified });
      await expect(provider.finish(returned, secrets)).rejects.toMatchObject({ failure: 'unverified' });
    },
  );

  it('is refused with another state, before a code is exchanged', async () => {
    const { provider, exchanged } = aCognito();
    await expect(provider.finish('code=c&state=another', secrets)).rejects.toThrow(SignInFailed);
    expect(exchanged).toEqual([]);
  });

  it.each(['server_error', 'invalid_request', 'unauthorized_client'])(
    'did not cancel the sign-in when the page returns %s',
    async (error) => {
      const query = `error=${error}&state=${secrets.state}`;
      await expect(aCognito().provider.finish(query, secrets)).rejects.toMatchObject({ failure: 'broken' });
    },
  );

  it('cancelled the sign-in when the page returns access_denied', async () => {
    const query = `error=access_denied&state=${secrets.state}`;
    await expect(aCognito().provider.finish(query, secrets)).rejects.toMatchObject({ failure: 'denied' });
  });
});
