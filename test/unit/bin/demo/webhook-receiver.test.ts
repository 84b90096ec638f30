import type { WebhookEvent } from '#bin/demo/api-schemas';
import type { VerifyWebhook } from '#bin/demo/client';
import { openReceiver, type WebhookReceiver } from '#bin/demo/webhook-receiver';
import type { DeliveryId } from '#shared/foundation/core/ids';
import { signatureHeaders, verifySignature } from '#shared/webhooks/signing/signature';
import { afterEach, beforeEach, describe, expect, it } from '#test/support/jest';
import { aMeeting, anEventOf } from '#test/unit/bin/demo/meetings';

const secret = 'whsec_receiver_of_the_demo';
const event = anEventOf('meeting.created', aMeeting());
const body = JSON.stringify(event);

const headersFor = (text: string, timestamp = Math.floor(Date.now() / 1000)) =>
  signatureHeaders({
    secrets: [secret],
    timestamp,
    type: event.type,
    id: event.id as DeliveryId,
    body: Buffer.from(text),
  });

/** As the client does it, which is not built here; test/integration/speech-server/demo.test.ts runs the demo with the client. */
const verifyWebhook: VerifyWebhook = (rawBody, headers, known) => {
  const signature = String(headers['x-service-signature']);
  const verdict = verifySignature({ secret: known, signature, body: rawBody, now: Date.now() / 1000 });
  return verdict === 'genuine' ? JSON.parse(Buffer.from(rawBody).toString('utf8')) : undefined;
};

describe('the receiver', () => {
  let receiver: WebhookReceiver;
  let events: WebhookEvent[];
  const send = async (text: string, headers: Record<string, string>) =>
    (await fetch(receiver.url, { method: 'POST', body: text, headers })).status;

  beforeEach(async () => {
    events = [];
    receiver = await openReceiver(verifyWebhook, (one) => events.push(one));
    receiver.setSecret(secret);
  });
  afterEach(() => receiver.close());

  it('acknowledges and passes on a request with a valid signature', async () => {
    expect(await send(body, headersFor(body))).toBe(204);
    expect(events).toEqual([event]);
    expect(receiver.counts).toEqual({ requests: 1, verified: 1, duplicates: 0 });
  });

  it('acknowledges a duplicate event and passes it on once', async () => {
    await send(body, headersFor(body));

    expect(await send(body, headersFor(body))).toBe(204);
    expect(events).toHaveLength(1);
    expect(receiver.counts).toEqual({ requests: 2, verified: 2, duplicates: 1 });
  });

  it.each([
    ['without a signature', {}],
    ['with a signature of another body', headersFor('{}')],
    ['with a signature that is too old', headersFor(body, 1)],
  ])('refuses a request %s', async (_how, headers) => {
    expect(await send(body, headers)).toBe(401);
    expect(events).toEqual([]);
    expect(receiver.counts).toMatchObject({ requests: 1, verified: 0 });
  });

  it('acknowledges and ignores an unknown event type', async () => {
    const unknown = JSON.stringify({ id: 'evt_1', type: 'thing.happened', data: { object: { object: 'thing' } } });

    expect(await send(unknown, headersFor(unknown))).toBe(204);
    expect(events).toEqual([]);
  });
});
