import { HOUR_MS, later } from '#shared/foundation/core/time';
import { rotated } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { anEventPath } from '#test/support/event-path';
import { aReceiver as aPartner, believes } from '#test/support/event-path/receiver';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { webhookUrlEntryPoints } from '#test/support/webhook-url-entry-points';
import { aPublicSender, aRequest, aResolver, closeSenders } from '#test/unit/webhooks/delivery/sender/a-webhook-sender';
import { aCertificate, anAuthority } from '#test/unit/webhooks/delivery/sender/certificates';
import { aTlsReceiver, closeReceivers } from '#test/unit/webhooks/delivery/sender/receivers';

const authority = anAuthority();
const NAME = 'hooks.customer.com';

afterEach(async () => {
  closeSenders();
  await closeReceivers();
});

/** Each case is a bug by which a webhook sender reached or trusted another host. */
describe('a webhook sender reaches no other host: it', () => {
  // Seen at other senders: a redirect led to cloud metadata.
  it('counts a redirect as a failed attempt, and does not follow it', async () => {
    const location = 'http://169.254.169.254/latest/meta-data/';
    const receiver = await aTlsReceiver(aCertificate(authority, { hosts: [NAME] }), {
      answer: (response) => response.writeHead(302, { location }).end(),
    });
    const { resolve, asked } = aResolver(['127.0.0.1']);
    const sender = aPublicSender({ tls: { ca: authority.cert }, ports: [receiver.port], resolve });

    const { delivery, attempt } = await webhookUrlEntryPoints({ lookUp: resolve, sender }).deliver(
      `https://${NAME}:${receiver.port}/`,
    );

    expect([delivery.status, attempt.responseStatus, attempt.error]).toEqual(['retrying', 302, 'redirect']);
    expect([asked, receiver.received.length]).toEqual([[NAME], 1]);
  });

  // Seen at other senders: a name was rebound between its look-up and the connection.
  it('sends nothing to the second address of a name that is rebound after its look-up', async () => {
    const receiver = await aTlsReceiver(aCertificate(authority, { hosts: [NAME] }), {
      answer: (response) => response.setHeader('connection', 'close').end(),
    });
    const second = await aTlsReceiver(aCertificate(authority, { hosts: [NAME] }), {
      address: '127.0.0.2',
      port: receiver.port,
    }).catch(() => undefined);
    const { resolve, asked } = aResolver(['127.0.0.1'], ['127.0.0.2']);
    const sender = aPublicSender({ tls: { ca: authority.cert }, ports: [receiver.port], resolve });

    const outcomes = [];
    for (const _time of [1, 2, 3]) outcomes.push(await sender.send(aRequest(`https://${NAME}:${receiver.port}/`)));

    expect(outcomes.map(({ error }) => error)).toEqual([null, 'blocked_address', 'blocked_address']);
    expect([asked.length, receiver.received.length, second?.connections() ?? 0]).toEqual([3, 1, 0]);
  });

  // Seen at other senders: an IPv6 address in brackets was not read as a host.
  it('validates an IPv6 address in brackets, and sends to it', async () => {
    const receiver = await aTlsReceiver(aCertificate(authority, { hosts: ['::1'] }), { address: '::1' }).catch(
      () => undefined,
    );
    const url = `https://[::1]:${receiver?.port ?? 8443}/x`;
    const everywhere = { validateUrl: (accepted: string) => ({ accepted }), isPublicAddress: () => true };

    expect(await aPublicSender().send(aRequest(url))).toMatchObject({ error: 'blocked_address' });
    const outcome = await aPublicSender({ ...everywhere, tls: { ca: authority.cert } }).send(aRequest(url));

    // A platform may have no IPv6, not even on loopback.
    expect(outcome).toMatchObject(receiver ? { responseStatus: 200, error: null } : { error: 'dns_error' });
    expect(receiver?.received[0]?.headers.host ?? `[::1]:${receiver?.port ?? 8443}`).toBe(new URL(url).host);
  });

  // Seen at other senders: a test used another code path than a delivery.
  it('sends a test with the headers, user agent, envelope and address validation of a delivery', async () => {
    const receiver = await aTlsReceiver(aCertificate(authority, { hosts: [NAME] }));
    const { resolve } = aResolver(['127.0.0.1']);
    const sender = aPublicSender({ tls: { ca: authority.cert }, ports: [receiver.port], resolve });
    const { test, deliver } = webhookUrlEntryPoints({ lookUp: resolve, sender });

    await test(`https://${NAME}:${receiver.port}/`);
    await deliver(`https://${NAME}:${receiver.port}/`);

    const [tested, delivered] = receiver.received;
    expect(Object.keys(tested?.headers ?? {}).sort()).toEqual(Object.keys(delivered?.headers ?? {}).sort());
    expect(tested?.headers['user-agent']).toBe(delivered?.headers['user-agent']);
    const keysOf = (body = '{}') => Object.keys(JSON.parse(body)).filter((key) => key !== 'test');
    expect(keysOf(tested?.body)).toEqual(keysOf(delivered?.body));
  });

  // Seen at other senders: a revoked secret stayed in a cache.
  it('signs with the valid secret after a secret was revoked', async () => {
    const path = anEventPath();
    const NEWER = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    const { id, receiver, secret } = await path.anEndpoint();
    await path.happens();
    await path.atThisMoment();

    await path.change(id, { sealedSecrets: [{ sealed: await path.sealedFor(id, NEWER), until: null }] });
    await path.happens();
    await path.atThisMoment();

    const [before, after] = receiver.received;
    expect(before && believes(secret, before).ours).toBe('genuine');
    expect(after && [believes(secret, after).ours, believes(NEWER, after).ours]).toEqual(['not_ours', 'genuine']);
  });

  // Seen at other senders: a secret expired after seconds that were meant to be hours.
  it('signs with the old secret for exactly a day', async () => {
    const path = anEventPath();
    const NEWER = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    const { id, receiver, secret } = await path.anEndpoint();
    const { sealedSecrets } = rotated(await path.endpoint(id), await path.sealedFor(id, NEWER), path.clock.now());
    await path.change(id, { sealedSecrets });

    for (const hours of [0, 23, 1]) {
      path.clock.advance(hours * HOUR_MS);
      await path.happens();
      await path.atThisMoment();
    }

    expect(receiver.received.map((one) => believes(secret, one).ours)).toEqual(['genuine', 'genuine', 'not_ours']);
    expect(receiver.received.every((one) => believes(NEWER, one).ours === 'genuine')).toBe(true);
  });

  // Seen at other senders: an endpoint that was disabled or deleted got more events.
  it('sends no waiting delivery to an endpoint that was disabled or deleted', async () => {
    const path = anEventPath();
    const disabled = await path.anEndpoint({ receiver: aPartner({ answers: [500, 204] }) });
    const removed = await path.anEndpoint({ receiver: aPartner({ answers: [500, 204] }) });
    await path.happens();
    await path.atThisMoment();

    await path.change(disabled.id, { status: 'disabled' });
    await path.remove(removed.id);
    await path.untilQuiet({ until: later(path.clock.now(), 24 * HOUR_MS) });

    expect([disabled, removed].map(({ receiver }) => receiver.received.length)).toEqual([1, 1]);
    expect((await path.all()).map(({ status }) => status)).toEqual(['skipped', 'skipped']);
  });
});
