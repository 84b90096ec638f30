import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import type { DeliveryId } from '#shared/foundation/core/ids';
import { newSecret, signatureHeaders, verifySignature } from '#shared/webhooks/signing/signature';
import { anyText } from '#test/support/any-text';
import { describe, expect, it } from '#test/support/jest';

const OWN_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const NOW = 1_700_000_000;

const aSignable = (over: Partial<Parameters<typeof signatureHeaders>[0]> = {}) => ({
  secrets: [OWN_SECRET] as const,
  timestamp: NOW,
  type: 'meeting.updated',
  id: 'evt_01h455vb4pex5vsknk084sn02q' as DeliveryId,
  body: Buffer.from('{}'),
  ...over,
});
const aGeneratedSecret = (fill: number) => newSecret(new Uint8Array(32).fill(fill));
const signatureOf = (headers: Record<string, string>) => headers['x-service-signature'];

describe('the signature headers', () => {
  it.each([
    [
      '{"id":"evt_1","type":"meeting.updated"}',
      '7476b9f32d223478f8b44102aaaeb3b5b049d669f348c627eab37cfde710e904',
      'b1fc76119dd2e377e875d547017dedbc881e5f134dd8cf8a86718e0a3b17aa07',
    ],
    [
      '{"t":"café ☃ 😀"}',
      '092aeda7b9cf8391809d93ee058d80ae7297f363780ebc50903b0d0cfe32f3ed',
      '10b542e25792de24da10d4109843e222931cd7133c7521cf5a5416bf05091e91',
    ],
    [
      '{}',
      '7b6a9d679e448853f449040329e1d6c365472325895524fa88b35588e85cc03f',
      '6cbbcdf2c8016ca85b50543b19e8e121ef16137967bdfa3ce660972922bafaeb',
    ],
  ])('of %s equal digests computed by hand', (body, v1, sha256) => {
    expect(signatureHeaders(aSignable({ body: Buffer.from(body) }))).toEqual({
      'x-service-event': 'meeting.updated',
      'x-service-signature': `t=1700000000,v1=${v1}`,
      'x-webhook-signature': `sha256=${sha256}`,
    });
  });

  it('have one v1 for each secret during a rotation, and keep the old secret in the header that holds one value', () => {
    const [newest, older] = ['n'.repeat(24), 'o'.repeat(24)];
    const both = signatureHeaders(aSignable({ secrets: [newest, older] }));

    const alone = (secret: string) => signatureHeaders(aSignable({ secrets: [secret] }));
    const v1Of = (secret: string) => signatureOf(alone(secret))?.split(',')[1];
    expect(signatureOf(both)).toBe(`t=1700000000,${v1Of(newest)},${v1Of(older)}`);
    expect(both['x-webhook-signature']).toBe(alone(older)['x-webhook-signature']);
    expect(both['x-webhook-signature-next']).toBe(alone(newest)['x-webhook-signature']);
    expect(alone(newest)).not.toHaveProperty('x-webhook-signature-next');
  });

  it('verify with the Standard Webhooks library for a generated secret', () => {
    const secret = aGeneratedSecret(7);
    const now = Math.floor(Date.now() / 1000);
    const headers = signatureHeaders(aSignable({ secrets: [secret], timestamp: now, body: Buffer.from('{"é":1}') }));

    expect(new Webhook(secret).verify('{"é":1}', headers)).toEqual({ é: 1 });
    expect(headers['webhook-signature']).toBe(
      new Webhook(secret).sign(headers['webhook-id'] ?? '', new Date(now * 1000), '{"é":1}'),
    );
  });

  it('verify with the Standard Webhooks library for either secret during a rotation', () => {
    const secrets = [aGeneratedSecret(1), aGeneratedSecret(2)] as const;
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = signatureHeaders(aSignable({ secrets: [...secrets], timestamp }));

    for (const secret of secrets) expect(new Webhook(secret).verify('{}', headers)).toEqual({});
  });

  it.each([OWN_SECRET, `my-${aGeneratedSecret(1)}`, `${aGeneratedSecret(1)}=`])(
    'have no Standard Webhooks headers for the other secret %s',
    (secret) => {
      expect(signatureHeaders(aSignable({ secrets: [secret, aGeneratedSecret(1)] }))).not.toHaveProperty('webhook-id');
    },
  );
});

describe('the verification of a signature', () => {
  const received = (over: Partial<Parameters<typeof verifySignature>[0]> = {}) =>
    verifySignature({
      secret: OWN_SECRET,
      signature: signatureOf(signatureHeaders(aSignable())),
      body: Buffer.from('{}'),
      now: NOW,
      ...over,
    });

  it('accepts every signed request, whatever the secret and the bytes', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 24 }), fc.uint8Array(), (secret, body) => {
        const signature = signatureOf(signatureHeaders(aSignable({ secrets: [secret], body })));
        expect(received({ secret, signature, body })).toBe('genuine');
      }),
    );
  });

  it('accepts either secret during a rotation', () => {
    const signature = signatureOf(signatureHeaders(aSignable({ secrets: ['newest', 'older'] })));

    expect(received({ secret: 'newest', signature })).toBe('genuine');
    expect(received({ secret: 'older', signature })).toBe('genuine');
    expect(received({ secret: 'oldest', signature })).toBe('not_ours');
  });

  it('refuses a body in which one byte changed', () => {
    expect(received({ body: Buffer.from('{ }') })).toBe('not_ours');
  });

  it.each([
    ['five minutes old', 300, 'genuine'],
    ['older', 301, 'outside_tolerance'],
    ['five minutes ahead', -300, 'genuine'],
    ['further ahead', -301, 'outside_tolerance'],
  ])('checks a timestamp that is %s', (_when, age, verdict) => {
    expect(received({ now: NOW + age })).toBe(verdict);
  });

  it('takes spaces between the entries', () => {
    const signature = signatureOf(signatureHeaders(aSignable()))?.replace(',', ' , ');
    expect(received({ signature })).toBe('genuine');
  });

  it('refuses a changed timestamp', () => {
    const signature = signatureOf(signatureHeaders(aSignable()))?.replace('t=1700000000', 't=1700000900');
    expect(received({ signature, now: NOW + 900 })).toBe('not_ours');
  });

  it.each([
    undefined,
    '',
    't=1',
    'v1=ab',
    't=1,t=2,v1=',
    't=-1,v1=x',
    `t=1700000000,t=1700000001,v1=${'0'.repeat(64)}`,
    `v1=${'0'.repeat(64)}`,
    `at=1700000000,v1=${'0'.repeat(64)}`,
    `t=1700000000s,v1=${'0'.repeat(64)}`,
    `t=1700000000,av1=${'0'.repeat(64)}`,
    `t=1700000000,v1=${'0'.repeat(65)}`,
  ])('finds %j malformed', (signature) => {
    expect(received({ signature })).toBe('malformed');
  });

  it('never throws', () => {
    fc.assert(fc.property(anyText(), (signature) => expect(received({ signature })).not.toBe('genuine')));
  });
});

describe('a generated secret', () => {
  it('is whsec_ and the base64 of its 32 bytes', () => {
    expect(aGeneratedSecret(0)).toBe(`whsec_${'A'.repeat(43)}=`);
  });

  it('cannot be made from fewer bytes', () => {
    expect(() => newSecret(new Uint8Array(31))).toThrow(RangeError);
  });
});
