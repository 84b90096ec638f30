import { HOUR_MS } from '#shared/foundation/core/time';
import { gapAfterAttempt } from '#shared/webhooks/delivery/rules/attempt-ended';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { webhookUrlEntryPoints } from '#test/support/webhook-url-entry-points';
import { aPublicSender, aResolver, closeSenders } from '#test/unit/webhooks/delivery/sender/a-webhook-sender';
import {
  authority,
  type Behaviour,
  certificate,
  NAME,
  titledBehaviours,
} from '#test/unit/webhooks/delivery/sender/hostile-receivers';
import { aReceiver, aTlsReceiver, closeReceivers, type Receiver } from '#test/unit/webhooks/delivery/sender/receivers';
import { comingTo, inStoppedTime } from '#test/unit/webhooks/delivery/sender/stopped-time';

afterEach(async () => {
  closeSenders();
  await closeReceivers();
});

/** The receiver, another port that must get no connection, and a test and a delivery to the receiver. */
async function aScene({ receiver: open }: Behaviour) {
  const elsewhere = await aReceiver();
  const receiver: Receiver = await open(elsewhere.port);
  const { resolve } = aResolver(['127.0.0.1']);
  const sender = aPublicSender({ tls: { ca: authority.cert }, ports: [receiver.port], ownPace: true, resolve });
  const url = `https://${NAME}:${receiver.port}/`;
  return { receiver, elsewhere, url, ...webhookUrlEntryPoints({ lookUp: resolve, sender }) };
}

const isGood = (status: number | null) => status !== null && status >= 200 && status < 300;

describe('a receiver that', () => {
  it.each(titledBehaviours)('%s has the expected result in a test', (_what, behaviour) =>
    inStoppedTime(async (pass) => {
      const { receiver, elsewhere, url, test } = await aScene(behaviour);

      const { status, body } = await comingTo(test(url), { reached: () => receiver.connections() > 0, pass });

      const { responseStatus, error } = behaviour;
      expect([status, body.response_status, body.error]).toEqual([200, responseStatus, error]);
      expect(elsewhere.connections()).toBe(0);
    }),
  );

  it.each(titledBehaviours)('%s has the same result in a delivery, and the schedule continues', (_what, behaviour) =>
    inStoppedTime(async (pass) => {
      const { receiver, elsewhere, url, deliver } = await aScene(behaviour);

      const { delivery, attempt } = await comingTo(deliver(url), { reached: () => receiver.connections() > 0, pass });

      const { responseStatus, error } = behaviour;
      expect([attempt.responseStatus, attempt.error]).toEqual([responseStatus, error]);
      expect(delivery.status).toBe(isGood(responseStatus) ? 'delivered' : 'retrying');
      if (delivery.status === 'retrying') {
        const gap = delivery.dueAt - attempt.attemptedAt;
        const asksForLong = /^\d{8,}$/.test(attempt.responseHeaders['retry-after'] ?? '');
        const longest = asksForLong ? HOUR_MS : Number(gapAfterAttempt(1, 1));
        expect([gap >= Number(gapAfterAttempt(1, 0)), gap <= longest]).toEqual([true, true]);
      }
      expect(elsewhere.connections()).toBe(0);
    }),
  );
});

describe('a secret that a receiver repeats in its response', () => {
  it('is neither stored with an attempt nor shown by a test, whether generated or chosen', async () => {
    const secret = 'a-secret-of-the-partner-itself';
    const echo = await aTlsReceiver(certificate, {
      answer: (response) => response.setHeader('x-key', secret).end(`<p>${secret}</p>`),
    });
    const { resolve } = aResolver(['127.0.0.1']);
    const sender = aPublicSender({ tls: { ca: authority.cert }, ports: [echo.port], resolve });
    const { test, deliver } = webhookUrlEntryPoints({ lookUp: resolve, sender, secret });
    const url = `https://${NAME}:${echo.port}/`;

    expect((await test(url)).body.response_body).toBe('<p>[secret removed]</p>');
    expect((await deliver(url)).attempt).toMatchObject({
      responseBody: '<p>[secret removed]</p>',
      responseHeaders: { 'x-key': '[secret removed]' },
    });
  });
});
