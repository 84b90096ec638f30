import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { verifyWebhook, WebhookVerificationError } from '../dist/index.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const T = 1_700_000_000;
const BODY = '{"id":"evt_1","type":"meeting.updated"}';
const SIGNATURE = '7476b9f32d223478f8b44102aaaeb3b5b049d669f348c627eab37cfde710e904';

const headersOf = (signature, type = 'meeting.updated', t = T) => ({
  'x-service-signature': `t=${t},v1=${signature}`,
  'x-service-event': type,
});
const at = (now) => ({ now });

describe('verifyWebhook', () => {
  // Made with another implementation of HMAC-SHA256.
  for (const [body, signature] of [
    [BODY, SIGNATURE],
    ['{"t":"café ☃ 😀"}', '092aeda7b9cf8391809d93ee058d80ae7297f363780ebc50903b0d0cfe32f3ed'],
    ['{}', '7b6a9d679e448853f449040329e1d6c365472325895524fa88b35588e85cc03f'],
  ])
    it(`reads ${body} as text and as bytes`, () => {
      const headers = { ...headersOf(signature), 'x-service-event': JSON.parse(body).type };

      assert.deepEqual(verifyWebhook(body, headers, SECRET, at(T)), JSON.parse(body));
      assert.deepEqual(verifyWebhook(Buffer.from(body), headers, SECRET, at(T)), JSON.parse(body));
    });

  it('takes headers of Fetch, in any case, and as arrays', () => {
    const headers = headersOf(SIGNATURE);
    const [signature, type] = Object.values(headers);

    for (const given of [
      new Headers(headers),
      { 'X-Service-Signature': signature, 'X-Service-Event': type },
      { 'x-service-signature': [signature], 'x-service-event': [type] },
    ])
      assert.equal(verifyWebhook(BODY, given, SECRET, at(T)).id, 'evt_1');
  });

  it('reads the bytes of an ArrayBuffer', () => {
    const { buffer } = new Uint8Array(Buffer.from(BODY));

    assert.equal(verifyWebhook(buffer, headersOf(SIGNATURE), SECRET, at(T)).id, 'evt_1');
  });

  for (const given of [JSON.parse(BODY), [], null, undefined, 7, new Map()])
    it(`names the raw body where it gets ${given instanceof Map ? 'a map' : JSON.stringify(given)}`, () => {
      assert.throws(() => verifyWebhook(given, headersOf(SIGNATURE), SECRET, at(T)), {
        name: 'WebhookVerificationError',
        message: /raw body.*express\.raw/,
      });
    });

  it('names the raw body where it gets a body that was written again', () => {
    const written = JSON.stringify(JSON.parse(BODY), undefined, 2);

    assert.throws(() => verifyWebhook(written, headersOf(SIGNATURE), SECRET, at(T)), {
      name: 'WebhookVerificationError',
      message: /raw body/,
    });
  });

  it('accepts either secret during a rotation, of the receiver and of the sender', () => {
    const older = createHmac('sha256', 'older').update(`${T}.${BODY}`).digest('hex');

    assert.equal(verifyWebhook(BODY, headersOf(older), [SECRET, 'older'], at(T)).id, 'evt_1');
    assert.equal(verifyWebhook(BODY, headersOf(`${older},v1=${SIGNATURE}`), SECRET, at(T)).id, 'evt_1');
  });

  for (const [what, body, headers, secret, now] of [
    ['another body', BODY.replace('1', '2'), headersOf(SIGNATURE), SECRET, T],
    ['another secret', BODY, headersOf(SIGNATURE), 'whsec_other', T],
    ['another time than the signed one', BODY, headersOf(SIGNATURE, 'meeting.updated', T + 1), SECRET, T],
    ['a signature that is too old', BODY, headersOf(SIGNATURE), SECRET, T + 301],
    ['a signature from the future', BODY, headersOf(SIGNATURE), SECRET, T - 301],
    ['another event type in the header', BODY, headersOf(SIGNATURE, 'bot.failed'), SECRET, T],
    ['no signature', BODY, { 'x-service-event': 'meeting.updated' }, SECRET, T],
    ['a signature without a time', BODY, { 'x-service-signature': `v1=${SIGNATURE}` }, SECRET, T],
    ['a signature of another length', BODY, headersOf(SIGNATURE.slice(2)), SECRET, T],
    ['no secrets', BODY, headersOf(SIGNATURE), [], T],
  ])
    it(`refuses ${what}`, () => {
      assert.throws(() => verifyWebhook(body, headers, secret, at(now)), WebhookVerificationError);
    });
});
