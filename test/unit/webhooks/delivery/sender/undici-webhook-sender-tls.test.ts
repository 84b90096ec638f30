import tls from 'node:tls';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { aPublicSender, aRequest, aResolver, closeSenders } from './a-webhook-sender.ts';
import { aCertificate, anAuthority } from './certificates.ts';
import { aTlsReceiver, closeReceivers, type Receiver } from './receivers.ts';

const authority = anAuthority();
const NAME = 'hooks.customer.com';
const good = aCertificate(authority, { hosts: [NAME] });

afterEach(async () => {
  closeSenders();
  await closeReceivers();
});

const sendTo = ({ port }: Receiver, over: Parameters<typeof aPublicSender>[0] = {}) =>
  aPublicSender({ tls: { ca: authority.cert }, ports: [port], ...aResolver(['127.0.0.1']), ...over }).send(
    aRequest(`https://${NAME}:${port}/`),
  );

describe('a receiver whose certificate', () => {
  it('is valid is sent to', async () => {
    expect(await sendTo(await aTlsReceiver(good))).toMatchObject({ responseStatus: 200, error: null });
  });

  it('is invalid gets no request, even when the environment disables the check', async () => {
    const receiver = await aTlsReceiver(aCertificate(anAuthority('Someone'), { hosts: [NAME] }));
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      expect(await sendTo(receiver)).toMatchObject({ error: 'tls_error' });
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
  });
});

describe('a receiver at an IPv6 address', () => {
  const sendToLoopback = async (hosts: readonly string[]) => {
    const receiver = await aTlsReceiver(aCertificate(authority, { hosts }), { address: '::1' }).catch(() => undefined);
    // A platform may have no IPv6, not even for itself.
    if (!receiver) return undefined;
    const everywhere = { validateUrl: (url: string) => ({ accepted: url }), isPublicAddress: () => true };
    const sender = aPublicSender({ ...everywhere, tls: { ca: authority.cert } });
    const outcome = await sender.send(aRequest(`https://[::1]:${receiver.port}/`));
    return { outcome, received: receiver.received.length };
  };

  it('is sent to when its certificate is for that address', async () => {
    expect((await sendToLoopback(['::1']))?.outcome ?? { error: null }).toMatchObject({ error: null });
  });

  it.each([NAME, '127.0.0.1'])('gets no request when its certificate is for another: %s', async (host) => {
    const sent = (await sendToLoopback([host])) ?? { outcome: { error: 'tls_error' }, received: 0 };

    expect([sent.outcome.error, sent.received]).toEqual(['tls_error', 0]);
  });
});

describe('a receiver that', () => {
  it.each(['TLSv1', 'TLSv1.1'] as const)('supports nothing newer than %s gets no request', async (version) => {
    const receiver = await aTlsReceiver({
      ...good,
      minVersion: 'TLSv1',
      maxVersion: version,
      ciphers: 'DEFAULT:@SECLEVEL=0',
    });

    expect(await sendTo(receiver)).toMatchObject({ responseStatus: null, error: 'tls_error' });
    expect(receiver.received).toEqual([]);
  });

  it('supports nothing newer than TLS 1.0 gets no request, whatever the default of this process', async () => {
    const before = { DEFAULT_MIN_VERSION: tls.DEFAULT_MIN_VERSION, DEFAULT_CIPHERS: tls.DEFAULT_CIPHERS };
    Object.assign(tls, { DEFAULT_MIN_VERSION: 'TLSv1', DEFAULT_CIPHERS: 'DEFAULT:@SECLEVEL=0' });
    try {
      const receiver = await aTlsReceiver({ ...good, maxVersion: 'TLSv1' });
      expect(await sendTo(receiver)).toMatchObject({ responseStatus: null, error: 'tls_error' });
      expect(receiver.received).toEqual([]);
    } finally {
      Object.assign(tls, before);
    }
  });

  it('supports TLS 1.2 is sent to', async () => {
    const receiver = await aTlsReceiver({ ...good, maxVersion: 'TLSv1.2' });

    expect(await sendTo(receiver)).toMatchObject({ responseStatus: 200, error: null });
  });

  it('keeps the connection open is sent a second request without a second handshake', async () => {
    const receiver = await aTlsReceiver(good);
    const sender = aPublicSender({ tls: { ca: authority.cert }, ports: [receiver.port], ...aResolver(['127.0.0.1']) });

    for (const _time of [1, 2]) await sender.send(aRequest(`https://${NAME}:${receiver.port}/`));

    expect([receiver.received.length, receiver.connections()]).toEqual([2, 1]);
  });
});
