import type { DeliveryId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import { signedRequest } from '#shared/webhooks/signing/send-signed';
import { verifySignature } from '#shared/webhooks/signing/signature';
import { anEventPath } from '#test/support/event-path';
import { aReceiver, believes } from '#test/support/event-path/receiver';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { aPublicSender, aRequest, aResolver, closeSenders } from '#test/unit/webhooks/delivery/sender/a-webhook-sender';
import { authority, certificate, NAME } from '#test/unit/webhooks/delivery/sender/hostile-receivers';
import { aTlsReceiver, closeReceivers } from '#test/unit/webhooks/delivery/sender/receivers';
import { aMeetingEvent } from './a-meeting-event.ts';

afterEach(async () => {
  closeSenders();
  await closeReceivers();
});

const ODD = JSON.parse('{"zebra":"1","apple":"2","10":"ten","2":"two","__proto__":"own","é ☃":"\u{1F600}"}');

/** Each case is a bug by which a body differed from the signed one, or from an earlier attempt. */
describe('a webhook sender keeps the payload unchanged: it', () => {
  // Seen at other senders: keys changed their order.
  it('sends the same bytes at every attempt and redelivery, with keys in the original order', async () => {
    const path = anEventPath();
    const { receiver, secret } = await path.anEndpoint({ receiver: aReceiver({ answers: [500, 500, 204] }) });
    await path.tell(aMeetingEvent(path, { metadata: ODD }));
    await path.untilQuiet();
    const [delivery] = await path.all();

    if (delivery) await path.asksFor(delivery.id);
    await path.untilQuiet();

    expect(receiver.received).toHaveLength(4);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    const body = receiver.received[0]?.body ?? '';
    expect(Object.keys(JSON.parse(body).data.object.metadata)).toEqual(Object.keys(ODD));
    expect(body.indexOf('"zebra"')).toBeLessThan(body.indexOf('"apple"'));
    for (const one of receiver.received)
      expect(believes(secret, one)).toEqual({ ours: 'genuine', plain: true, standard: true });
  });

  // Seen at other senders: one serialisation was signed and another sent.
  it('signs the bytes that arrive', async () => {
    const receiver = await aTlsReceiver(certificate);
    const { resolve } = aResolver(['127.0.0.1']);
    const sender = aPublicSender({ tls: { ca: authority.cert }, ports: [receiver.port], resolve });
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const bodyText = '{"t":"café ☃ 😀"}';
    const id = 'evt_01h455vb4pex5vsknk084sn02q' as DeliveryId;
    const now = 1_700_000_000_000 as Instant;

    const sendable = { id, type: 'meeting.updated', url: '', secrets: [secret] as const, headers: {}, bodyText, now };
    const { headers, body } = signedRequest(sendable);
    await sender.send(aRequest(`https://${NAME}:${receiver.port}/`, { headers, body }));

    const [received] = receiver.received;
    expect(received?.headers['content-length']).toBe('22');
    // Computed by hand for this secret, time and body.
    expect(received?.headers['x-service-signature']).toBe(
      't=1700000000,v1=092aeda7b9cf8391809d93ee058d80ae7297f363780ebc50903b0d0cfe32f3ed',
    );
    expect(received?.headers['x-webhook-signature']).toBe(
      'sha256=10b542e25792de24da10d4109843e222931cd7133c7521cf5a5416bf05091e91',
    );
    const arrived = Buffer.from(received?.body ?? '');
    const signature = String(received?.headers['x-service-signature']);
    expect(verifySignature({ secret, signature, body: arrived, now: now / 1_000 })).toBe('genuine');
  });
});
