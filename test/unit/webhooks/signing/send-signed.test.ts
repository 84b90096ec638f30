import { describe, expect, it } from '@jest/globals';
import type { DeliveryId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';
import type { WebhookOutcome, WebhookRequest } from '#shared/webhooks/delivery/ports/webhook-sender';
import { sendSigned } from '#shared/webhooks/signing/send-signed';
import { verifySignature } from '#shared/webhooks/signing/verify-signature';

const SECRET = 'a-secret-of-the-partner-itself';
const OLDER = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

const aSendable = {
  id: 'evt_01h455vb4pex5vsknk084sn02q' as DeliveryId,
  type: 'meeting.updated',
  url: 'https://hooks.customer.com/',
  secrets: [SECRET, OLDER] as const,
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

  it('has a secret removed that is cut off at its end', async () => {
    expect((await answering({ responseBody: `key=${SECRET.slice(0, 20)}` }).outcome).responseBody).toBe('key=');
  });
});
