import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { hasValidSignature, isSigned } from '#shared/capture/recorders/requests/standard-webhook';
import type { Instant } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';

const SECRET = `whsec_${Buffer.from('a secret of the workspace').toString('base64')}`;
const now = Date.parse('2026-11-23T03:00:00Z') as Instant;
const seconds = now / 1000;

const aSignedHint = ({ prefix = 'webhook', rawBody = '{"event":"bot.done"}', at = seconds, secret = SECRET } = {}) => ({
  headers: {
    [`${prefix}-id`]: 'msg_1',
    [`${prefix}-timestamp`]: String(at),
    [`${prefix}-signature`]: new Webhook(secret).sign('msg_1', new Date(at * 1000), rawBody),
  } as Readonly<Record<string, string>>,
  rawBody,
  now,
});

describe('the signature of Standard Webhooks', () => {
  it('is valid for the example in the documentation of Svix', () => {
    const headers = {
      'svix-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'svix-timestamp': '1614265330',
      'svix-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const hint = { headers, rawBody: '{"test": 2432232314}', now: 1_614_265_330_000 as Instant };

    expect(hasValidSignature('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', hint)).toBe(true);
  });

  it.each(['webhook', 'svix'])('is valid when the library made it, in headers that begin with %s', (prefix) => {
    expect(hasValidSignature(SECRET, aSignedHint({ prefix }))).toBe(true);
  });

  it('is valid for any body that the library signs, and for no other body', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', minLength: 1 }), (rawBody, more) => {
        const hint = aSignedHint({ rawBody });
        expect(hasValidSignature(SECRET, hint)).toBe(true);
        expect(hasValidSignature(SECRET, { ...hint, rawBody: rawBody + more })).toBe(false);
      }),
    );
  });

  it('is valid when one of several signatures is, as during a rotation', () => {
    const hint = aSignedHint();
    const other = aSignedHint({ secret: `whsec_${Buffer.from('another').toString('base64')}` });
    const both = `${other.headers['webhook-signature']} v2,abc ${hint.headers['webhook-signature']}`;

    expect(hasValidSignature(SECRET, { ...hint, headers: { ...hint.headers, 'webhook-signature': both } })).toBe(true);
  });

  it.each([
    ['five minutes old', -300, true],
    ['older', -301, false],
    ['five minutes ahead', 300, true],
    ['further ahead', 301, false],
  ])('is judged by its time: %s', (_case, offset, isValid) => {
    expect(hasValidSignature(SECRET, aSignedHint({ at: seconds + offset }))).toBe(isValid);
  });

  it.each([
    ['of another secret', { 'webhook-signature': aSignedHint({ secret: 'whsec_AAAA' }).headers['webhook-signature'] }],
    ['of another message', { 'webhook-id': 'msg_2' }],
    ['of another time', { 'webhook-timestamp': String(seconds + 1) }],
    ['with a time that is no number', { 'webhook-timestamp': 'now' }],
    ['of another version', { 'webhook-signature': aSignedHint().headers['webhook-signature']?.replace('v1', 'v1a') }],
    ['that is cut off', { 'webhook-signature': aSignedHint().headers['webhook-signature']?.slice(0, -6) }],
    ['that is empty', { 'webhook-signature': '' }],
    [
      'behind more signatures than a rotation has',
      { 'webhook-signature': `${'v1,AA '.repeat(10)}${aSignedHint().headers['webhook-signature']}` },
    ],
  ])('is not valid %s', (_case, change) => {
    const hint = aSignedHint();

    expect(hasValidSignature(SECRET, { ...hint, headers: { ...hint.headers, ...change } })).toBe(false);
  });

  it('is there when all three headers of one scheme are', () => {
    expect(isSigned(aSignedHint({ prefix: 'svix' }).headers)).toBe(true);
    expect(isSigned({ 'svix-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,' })).toBe(false);
  });
});
