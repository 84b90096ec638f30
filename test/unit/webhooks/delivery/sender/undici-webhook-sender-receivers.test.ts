import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { aPublicSender, aRequest, aResolver, closeSenders } from './a-webhook-sender.ts';
import { authority, certificate, flood, NAME, titledBehaviours } from './hostile-receivers.ts';
import { aRawTlsReceiver, aReceiver, aTlsReceiver, closeReceivers, type Receiver } from './receivers.ts';
import { comingTo, inStoppedTime, until, watched } from './stopped-time.ts';

afterEach(async () => {
  closeSenders();
  await closeReceivers();
});

const aTrustingSender = ({ port }: Receiver, over: Parameters<typeof aPublicSender>[0] = {}) =>
  aPublicSender({ tls: { ca: authority.cert }, ports: [port], ownPace: true, ...aResolver(['127.0.0.1']), ...over });

describe('a receiver that', () => {
  it.each(titledBehaviours)('%s gets the expected outcome', (_what, { receiver: open, responseStatus, error }) =>
    inStoppedTime(async (pass) => {
      const elsewhere = await aReceiver();
      const receiver = await open(elsewhere.port);
      const sending = aTrustingSender(receiver).send(aRequest(`https://${NAME}:${receiver.port}/`));

      const outcome = await comingTo(sending, { reached: () => receiver.connections() > 0, pass });

      expect(outcome).toMatchObject({ responseStatus, error });
      expect(outcome.durationMs).toBeLessThanOrEqual(10_000);
      expect([...(outcome.responseBody ?? '')].length).toBeLessThanOrEqual(1_000);
      expect(elsewhere.connections()).toBe(0);
      if (error === 'tls_error') expect(receiver.received).toEqual([]);
    }),
  );
});

describe('the deadline', () => {
  const OKAY = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';

  it.each([
    [9_800, { durationMs: 9_800, responseStatus: 200, error: null }],
    [10_200, { durationMs: 10_000, responseStatus: null, error: 'timeout_response' }],
  ])('of ten seconds decides about a status line after %i ms', (afterMs, verdict) =>
    inStoppedTime(async (pass) => {
      let reached = false;
      const receiver = await aRawTlsReceiver(certificate, (socket) => {
        reached = true;
        setTimeout(() => socket.end(OKAY), afterMs);
      });
      const sending = watched(aTrustingSender(receiver).send(aRequest(`https://${NAME}:${receiver.port}/`)));
      await until(() => reached);

      await pass(9_799);
      expect(sending.ended()).toBe(false);
      await pass(1);
      if (afterMs > 10_000) await pass(200);

      expect(await sending.promise).toMatchObject(verdict);
    }),
  );

  it('covers the look-up, the handshake and the response together', () =>
    inStoppedTime(async (pass) => {
      const receiver = await aRawTlsReceiver({ ...certificate, handshakeAfterMs: 4_000 }, (socket) => {
        setTimeout(() => socket.end(OKAY), 4_000);
      });
      let asked = false;
      const resolve = () => {
        asked = true;
        return new Promise<readonly string[]>((found) => setTimeout(() => found(['127.0.0.1']), 4_000));
      };
      const sending = aTrustingSender(receiver, { resolve }).send(aRequest(`https://${NAME}:${receiver.port}/`));

      expect(await comingTo(sending, { reached: () => asked, pass })).toMatchObject({
        durationMs: 10_000,
        error: 'timeout_response',
      });
    }));

  it('is followed by one more second for the body, which does not affect the outcome', () =>
    inStoppedTime(async (pass) => {
      let hungUp = false;
      let reached = false;
      const receiver = await aRawTlsReceiver(certificate, (socket) => {
        socket.on('close', () => {
          hungUp = true;
        });
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf', () => {
          reached = true;
        });
      });
      const sending = watched(aTrustingSender(receiver).send(aRequest(`https://${NAME}:${receiver.port}/`)));
      await until(() => reached);
      for (let turn = 0; turn < 200; turn += 1) await pass(0);

      await pass(999);
      expect([sending.ended(), hungUp]).toEqual([false, false]);
      await pass(1);

      expect(await sending.promise).toMatchObject({ durationMs: 0, responseStatus: 200, responseBody: 'half' });
      await until(() => hungUp);
    }));
});

describe('a body', () => {
  const MB = 1_048_576;

  it.each([
    ['without end', '200 OK', 'x'.repeat(65_536)],
    ['of a gigabyte', '200 OK\r\nContent-Length: 1000000000', 'x'.repeat(65_536)],
    ['in chunks for ever', '200 OK\r\nTransfer-Encoding: chunked', `10000\r\n${'y'.repeat(65_536)}\r\n`],
    ['that is a gzip bomb', '200 OK\r\nContent-Encoding: gzip', gzipSync(Buffer.alloc(10_000_000))],
    ['of a gigabyte behind a 500', '500 Oh\r\nContent-Length: 1000000000', 'x'.repeat(65_536)],
  ])('%s is not read beyond its beginning', async (_what, head, part) => {
    let written: number | undefined;
    const receiver = await aRawTlsReceiver(certificate, (socket) => {
      socket.on('close', () => {
        written = socket.bytesWritten;
      });
      flood(head, part)(socket);
    });

    const outcome = await aTrustingSender(receiver).send(aRequest(`https://${NAME}:${receiver.port}/`));
    await until(() => written !== undefined);

    expect(outcome).toMatchObject({ responseStatus: Number(head.slice(0, 3)), error: null });
    expect([...(outcome.responseBody ?? '')].length).toBeLessThanOrEqual(1_000);
    // What two kernels and a socket hold back for a reader that has gone; none of it came to us.
    expect(written).toBeLessThan(32 * MB);
  });

  it('with hostile content is stored as inert text, and its headers without confidential ones', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const head = [
      '200 OK',
      'Set-Cookie: session=1',
      'WWW-Authenticate: Basic realm="x"',
      'Authorization: Bearer x',
      `X-Echo: ${secret}`,
      'X-Odd: \u00ff\u00fe',
      'Content-Type: text/html',
    ].join('\r\n');
    const body = `<script>alert("1")</script>\u0000\u00ff\u00fe ${secret}`;
    const receiver = await aRawTlsReceiver(certificate, `HTTP/1.1 ${head}\r\n\r\n${body}`);

    const outcome = await aTrustingSender(receiver).send(aRequest(`https://${NAME}:${receiver.port}/`));

    expect(outcome).toMatchObject({
      responseHeaders: { 'x-echo': 'whsec_[removed]', 'x-odd': expect.any(String), 'content-type': 'text/html' },
      responseBody: '<script>alert("1")</script>\ufffd\ufffd whsec_[removed]',
    });
    expect(Object.keys(outcome.responseHeaders).sort()).toEqual(['content-type', 'x-echo', 'x-odd']);
    expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
    expect(JSON.stringify(outcome).isWellFormed()).toBe(true);
  });
});

describe('a request', () => {
  it('accepts no compression, returns no cookies, and ignores proxies in the environment', async () => {
    const receiver = await aTlsReceiver(certificate, {
      answer: (response) => response.setHeader('set-cookie', 'session=1; Path=/').end(),
    });
    const proxy = await aReceiver();
    const sender = aTrustingSender(receiver);
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY', 'http_proxy', 'https_proxy'];
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
    try {
      for (const _time of [1, 2]) await sender.send(aRequest(`https://${NAME}:${receiver.port}/`));
    } finally {
      for (const name of names) delete process.env[name];
    }

    expect(proxy.connections()).toBe(0);
    expect(receiver.received.map(({ headers }) => [headers['accept-encoding'], headers.cookie])).toEqual(
      Array(2).fill(['identity', undefined]),
    );
  });
});
