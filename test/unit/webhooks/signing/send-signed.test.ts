import type { DeliveryId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import type { WebhookOutcome, WebhookRequest } from '#shared/webhooks/delivery/ports';
import { isReservedHeader } from '#shared/webhooks/endpoints/rules/endpoint-headers';
import { sendSigned, signedRequest } from '#shared/webhooks/signing/send-signed';
import { verifySignature } from '#shared/webhooks/signing/signature';
import { describe, expect, it } from '#test/support/jest';

const SECRET = 'a-secret-of-the-partner-itself';
const OLDER = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

const aSendable = {
  id: 'evt_01h455vb4pex5vsknk084sn02q' as DeliveryId,
  type: 'meeting.updated',
  url: 'https://hooks.customer.com/',
  secrets: [SECRET, OLDER] as const,
  headers: { authorization: 'Bearer linnet-token-0123', 'x-stage': 'live' },
  bodyText: '{"é":1}',
  now: 1_700_000_000_999 as Instant,
};

const answering = (over: Partial<WebhookOutcome>) => {
  const sent: WebhookRequest[] = [];
  const outcome = { durationMs: 3, responseStatus: 200, responseHeaders: {}, responseBody: '', error: null, ...over };
  const send = async (request: WebhookRequest) => {
    sent.push(request);
    return outcome;
  };
  return { sent, outcome: sendSigned({ send }, aSendable) };
};

describe('a signed request', () => {
  it('has the bytes that were signed and the time of the attempt', async () => {
    const { sent, outcome } = answering({});
    await outcome;

    const [{ url, headers, body }] = sent as [WebhookRequest];
    expect([url, Buffer.from(body).toString()]).toEqual(['https://hooks.customer.com/', '{"é":1}']);
    const signature = headers['x-service-signature'];
    for (const secret of aSendable.secrets)
      expect(verifySignature({ secret, signature, body, now: 1_700_000_000 })).toBe('genuine');
  });
});

describe('the headers of the owner', () => {
  it('are sent beside ours', async () => {
    const { sent, outcome } = answering({});
    await outcome;

    const [{ headers }] = sent as [WebhookRequest];
    expect(headers).toMatchObject({ ...aSendable.headers, 'x-service-event': 'meeting.updated' });
  });

  it('never replace one of ours, which are all reserved', () => {
    const forged = { ...aSendable, secrets: [OLDER, SECRET] as const, headers: { 'x-service-event': 'forged' } };

    const { headers } = signedRequest(forged);

    expect(headers['x-service-event']).toBe('meeting.updated');
    expect(Object.keys(headers).filter((name) => !isReservedHeader(name))).toEqual([]);
    expect(headers).toHaveProperty('webhook-signature');
  });

  it('are removed from a response that repeats them, with or without their scheme', async () => {
    const responseBody = 'got Bearer linnet-token-0123, so linnet-token-0123 on live';

    expect((await answering({ responseBody }).outcome).responseBody).toBe(
      'got [secret removed], so [secret removed] on live',
    );
  });
});

describe('a response that repeats a header of the owner in parts', () => {
  it.each([
    ['a cookie', 'stage=live; sid=linnet-0123456', '{"stage":"live","sid":"linnet-0123456"}'],
    ['JSON', '{"sid":"linnet-0123456"}', 'sid linnet-0123456'],
    ['eight characters', 'sid=linnet-0', 'sid linnet-0'],
    ['two separators', 'sid: linnet-0123456', '{"sid":"linnet-0123456"}'],
  ])('has them removed: of %s', async (_what, cookie, responseBody) => {
    const outcome = { durationMs: 3, responseStatus: 200, responseHeaders: {}, responseBody, error: null };

    const stored = await sendSigned({ send: async () => outcome }, { ...aSendable, headers: { cookie } });

    expect(stored.responseBody).toBe(responseBody.replace(/linnet-\d+/, '[secret removed]'));
  });
});

describe('the stored response', () => {
  it('is returned unchanged', async () => {
    const given = { durationMs: 9, responseStatus: null, responseBody: null, error: 'timeout_connect' } as const;

    expect(await answering(given).outcome).toEqual({ ...given, responseHeaders: {} });
  });

  it('has every secret that it repeats removed, older ones too', async () => {
    const { outcome } = answering({
      responseBody: `key=${SECRET}, ${SECRET}; before ${OLDER}`,
      responseHeaders: { 'x-debug': `used ${SECRET}`, server: 'nginx' },
    });

    expect(await outcome).toMatchObject({
      responseBody: 'key=[secret removed], [secret removed]; before [secret removed]',
      responseHeaders: { 'x-debug': 'used [secret removed]', server: 'nginx' },
    });
  });

  it.each([20, SECRET.length - 1, 6])(
    'has a secret removed that is cut off at its end, after %s characters',
    async (length) => {
      expect((await answering({ responseBody: `key=${SECRET.slice(0, length)}` }).outcome).responseBody).toBe('key=');
    },
  );

  it('keeps five characters that a secret begins with', async () => {
    const responseBody = `key=${SECRET.slice(0, 5)}`;

    expect((await answering({ responseBody }).outcome).responseBody).toBe(responseBody);
  });
});
