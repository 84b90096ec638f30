import { afterEach, expect, it } from '#test/support/jest';
import { webhookUrlEntryPoints } from '#test/support/webhook-url-entry-points';
import { aPublicSender, aResolver, closeSenders } from '#test/unit/webhooks/delivery/sender/a-webhook-sender';
import { aCertificate, anAuthority } from '#test/unit/webhooks/delivery/sender/certificates';
import { aTlsReceiver, closeReceivers } from '#test/unit/webhooks/delivery/sender/receivers';

const authority = anAuthority();
const NAME = 'hooks.customer.com';

afterEach(async () => {
  closeSenders();
  await closeReceivers();
});

/** The delivery after one attempt at a receiver that answers so, over TLS. */
async function deliveredTo(status: number, retryAfter: string) {
  const receiver = await aTlsReceiver(aCertificate(authority, { hosts: [NAME] }), {
    answer: (response) => response.writeHead(status, { 'Retry-After': retryAfter }).end(),
  });
  const { resolve } = aResolver(['127.0.0.1']);
  const sender = aPublicSender({ tls: { ca: authority.cert }, ports: [receiver.port], resolve });
  const { delivery, attempt } = await webhookUrlEntryPoints({ lookUp: resolve, sender }).deliver(
    `https://${NAME}:${receiver.port}/`,
  );
  if (delivery.status !== 'retrying') throw new Error(`The delivery is ${delivery.status}.`);
  return { attempt, gapMs: delivery.dueAt - attempt.attemptedAt };
}

it.each([429, 503])(
  'a receiver that answers %i with Retry-After is next sent to then, or up to a tenth later',
  async (status) => {
    const { attempt, gapMs } = await deliveredTo(status, '600');

    expect(attempt).toMatchObject({ responseStatus: status, responseHeaders: { 'retry-after': '600' } });
    expect(gapMs).toBeGreaterThanOrEqual(600_000 + attempt.durationMs);
    expect(gapMs).toBeLessThan(660_000 + attempt.durationMs);
  },
);

it('a receiver that answers 500 with Retry-After is next sent to on schedule', async () => {
  const { gapMs } = await deliveredTo(500, '600');

  expect(gapMs).toBeLessThanOrEqual(33_000);
});
