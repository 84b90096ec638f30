import type { ServerOptions } from 'node:https';
import { afterEach, describe, expect, it } from '@jest/globals';
import { aPublicSender, aRequest, aResolver, closeSenders } from './a-webhook-sender.ts';
import { aCertificate, anAuthority } from './certificates.ts';
import { aRawReceiver, aReceiver, aSilentReceiver, aTlsReceiver, closeReceivers, type Receiver } from './receivers.ts';

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
  it('is in order is sent to', async () => {
    expect(await sendTo(await aTlsReceiver(good))).toMatchObject({ responseStatus: 200, error: null });
  });

  const bad: readonly (readonly [string, ServerOptions])[] = [
    ['has expired', aCertificate(authority, { hosts: [NAME], expired: true })],
    ['is for another name', aCertificate(authority, { hosts: ['other.example'] })],
    ['is for an address', aCertificate(authority, { hosts: ['127.0.0.1'] })],
    ['comes from an authority nobody trusts', aCertificate(anAuthority('Someone'), { hosts: [NAME] })],
  ];

  it.each(bad)('%s gets no request', async (_what, certificate) => {
    const receiver = await aTlsReceiver(certificate);

    expect(await sendTo(receiver)).toMatchObject({ responseStatus: null, error: 'tls_error' });
    expect(receiver.received).toEqual([]);
  });

  it('is not looked at once the environment says so: it is looked at all the same', async () => {
    const receiver = await aTlsReceiver(aCertificate(anAuthority('Someone'), { hosts: [NAME] }));
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      expect(await sendTo(receiver)).toMatchObject({ error: 'tls_error' });
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
  });
});

describe('a receiver that', () => {
  it.each(['TLSv1', 'TLSv1.1'] as const)('speaks nothing newer than %s gets no request', async (version) => {
    const receiver = await aTlsReceiver({
      ...good,
      minVersion: 'TLSv1',
      maxVersion: version,
      ciphers: 'DEFAULT:@SECLEVEL=0',
    });

    expect(await sendTo(receiver)).toMatchObject({ responseStatus: null, error: 'tls_error' });
    expect(receiver.received).toEqual([]);
  });

  it('speaks TLS 1.2 is sent to', async () => {
    const receiver = await aTlsReceiver({ ...good, maxVersion: 'TLSv1.2' });

    expect(await sendTo(receiver)).toMatchObject({ responseStatus: 200, error: null });
  });

  it('speaks plain HTTP on its TLS port gets no request', async () => {
    const receiver = await aReceiver();

    expect(await sendTo(receiver)).toMatchObject({ responseStatus: null, error: 'tls_error' });
    expect(receiver.received).toEqual([]);
  });

  it('never finishes the handshake runs into the deadline', async () => {
    const receiver = await aSilentReceiver();

    expect(await sendTo(receiver, { deadlineMs: 100 })).toMatchObject({
      responseStatus: null,
      error: 'timeout_connect',
    });
  });

  it('hangs up during the handshake resets the connection', async () => {
    const receiver = await aRawReceiver((socket) => socket.destroy());

    expect(await sendTo(receiver)).toMatchObject({ responseStatus: null, error: 'connection_reset' });
  });

  it('answers after a second request on the kept connection makes no second handshake', async () => {
    const receiver = await aTlsReceiver(good);
    const sender = aPublicSender({ tls: { ca: authority.cert }, ports: [receiver.port], ...aResolver(['127.0.0.1']) });

    for (const _time of [1, 2]) await sender.send(aRequest(`https://${NAME}:${receiver.port}/`));

    expect([receiver.received.length, receiver.connections()]).toEqual([2, 1]);
  });
});
