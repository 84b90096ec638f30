import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { aLocalSender, aRequest, closeSenders } from './a-webhook-sender.ts';
import { aFreePort, aRawReceiver, aReceiver, aSilentReceiver, closeReceivers, type Receiver } from './receivers.ts';

afterEach(async () => {
  closeSenders();
  await closeReceivers();
});

const sendTo = ({ port }: Pick<Receiver, 'port'>, over: Parameters<typeof aLocalSender>[0] = {}) =>
  aLocalSender(over).send(aRequest(`http://127.0.0.1:${port}/hooks?x=1`));

const answered = (head: string, body = '') => `HTTP/1.1 ${head}\r\n\r\n${body}`;

describe('what a receiver is sent', () => {
  it('is the exact bytes, with our headers and none of anyone else', async () => {
    const receiver = await aReceiver();
    const body = Buffer.from('{"é": "☃"}');

    await aLocalSender().send(aRequest(`http://127.0.0.1:${receiver.port}/hooks?x=1`, { body }));

    expect(receiver.received).toEqual([
      {
        method: 'POST',
        path: '/hooks?x=1',
        body: '{"é": "☃"}',
        headers: {
          host: `127.0.0.1:${receiver.port}`,
          connection: 'keep-alive',
          'content-type': 'application/json',
          'content-length': String(body.length),
          'user-agent': 'Rapporteur-Webhooks/1.0',
          'accept-encoding': 'identity',
          'x-service-event': 'meeting.updated',
        },
      },
    ]);
  });

  it('reaches localhost as well as 127.0.0.1', async () => {
    const receiver = await aReceiver();

    const outcome = await aLocalSender().send(aRequest(`http://localhost:${receiver.port}/`));

    expect(outcome).toMatchObject({ responseStatus: 200, error: null });
  });
});

describe('a 2xx', () => {
  it.each([200, 201, 202, 204, 226, 299])('is an answer without error: %i', async (status) => {
    const receiver = await aRawReceiver(answered(`${status} Fine\r\nContent-Length: 0`));

    expect(await sendTo(receiver)).toEqual({
      durationMs: expect.any(Number),
      responseStatus: status,
      responseHeaders: { 'content-length': '0' },
      responseBody: '',
      error: null,
    });
  });

  it('counts after an interim 103', async () => {
    const receiver = await aRawReceiver(
      `${answered('103 Early Hints\r\nLink: </a>')}${answered('200 OK\r\nContent-Length: 0')}`,
    );

    expect(await sendTo(receiver)).toMatchObject({ responseStatus: 200, error: null });
  });

  it('counts when the connection is reset behind it', async () => {
    const receiver = await aRawReceiver((socket) => {
      socket.write(answered('200 OK\r\nContent-Length: 100', 'half'), () => socket.resetAndDestroy());
    });

    expect(await sendTo(receiver)).toMatchObject({ responseStatus: 200, error: null });
  });

  it('counts when the receiver hangs up before the body is whole', async () => {
    const receiver = await aRawReceiver(answered('200 OK\r\nContent-Length: 100', 'half'));

    expect(await sendTo(receiver)).toMatchObject({ responseStatus: 200, responseBody: 'half', error: null });
  });

  it('counts with a body without end, of which the beginning is kept and the rest is not waited for', async () => {
    let hungUp = () => {};
    const hangUp = new Promise<void>((resolve) => {
      hungUp = resolve;
    });
    const receiver = await aReceiver((response) => {
      const flood = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', flood).on('close', hungUp);
      flood();
    });

    const outcome = await sendTo(receiver);
    await hangUp;

    expect(outcome).toMatchObject({ responseStatus: 200, responseBody: 'x'.repeat(1_000), error: null });
  });

  it('counts with a body that drips', async () => {
    const receiver = await aRawReceiver((socket) => {
      socket.write(answered('200 OK', 'drop'));
    });

    expect(await sendTo(receiver)).toMatchObject({ responseStatus: 200, responseBody: 'drop', error: null });
  });

  it('counts with a compressed body, which is never inflated', async () => {
    const receiver = await aReceiver((response) => {
      response.setHeader('content-encoding', 'gzip').end(gzipSync('y'.repeat(1_000_000)));
    });

    const { responseBody, error } = await sendTo(receiver);

    expect(error).toBeNull();
    expect(responseBody).not.toContain('yyy');
    expect([...(responseBody ?? '')].length).toBeLessThanOrEqual(1_000);
  });
});

describe('any other status', () => {
  it.each([400, 401, 404, 410, 429, 500, 503, 999])('is an answer too, and its own explanation: %i', async (status) => {
    const receiver = await aRawReceiver(answered(`${status} No\r\nContent-Length: 2`, 'no'));

    expect(await sendTo(receiver)).toMatchObject({ responseStatus: status, responseBody: 'no', error: null });
  });

  it.each(['99999999', '-5', '1e309', 'Thu, 01 Jan 1970 00:00:00 GMT', '\u00ff\u00fe'])(
    'may say Retry-After: %s',
    async (retryAfter) => {
      const receiver = await aRawReceiver(answered(`503 Busy\r\nRetry-After: ${retryAfter}\r\nContent-Length: 0`));

      expect(await sendTo(receiver)).toMatchObject({ responseStatus: 503, error: null });
    },
  );
});

describe('a redirect', () => {
  it.each([300, 301, 302, 303, 304, 307, 308])('is not followed: %i', async (status) => {
    const elsewhere = await aReceiver();
    const receiver = await aReceiver((response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${elsewhere.port}/` }).end();
    });

    expect(await sendTo(receiver)).toMatchObject({ responseStatus: status, error: 'redirect' });
    expect(elsewhere.connections()).toBe(0);
  });

  it.each([302, 304])('without a place to go is no answer either: %i', async (status) => {
    const receiver = await aReceiver((response) => response.writeHead(status).end());

    expect(await sendTo(receiver)).toMatchObject({ responseStatus: status, error: 'redirect' });
  });

  it('by a Refresh header or in HTML is not seen', async () => {
    const elsewhere = await aReceiver();
    const there = `http://127.0.0.1:${elsewhere.port}/`;
    const receiver = await aReceiver((response) => {
      response.setHeader('refresh', `0; url=${there}`).end(`<meta http-equiv="refresh" content="0; url=${there}">`);
    });

    expect(await sendTo(receiver)).toMatchObject({ responseStatus: 200, error: null });
    expect(elsewhere.connections()).toBe(0);
  });
});

describe('what is no HTTP', () => {
  it.each([
    ['no status line', 'hello there'],
    ['HTTP/0.9', '<html></html>\r\n'],
    ['an unknown version', 'HTTP/9.9 200 OK\r\n\r\n'],
    ['a status of two digits', answered('20 OK')],
    ['a status below 100', answered('099 OK')],
    ['a header line without a colon', answered('200 OK\r\nnonsense')],
    ['a megabyte of headers', answered(`200 OK\r\nx-long: ${'x'.repeat(1_048_576)}`)],
    ['an interim status nobody defined', answered('199 Wait')],
  ])('is a protocol error: %s', async (_what, bytes) => {
    const receiver = await aRawReceiver(bytes);

    expect(await sendTo(receiver)).toMatchObject({ error: 'protocol_error', responseBody: null });
  });

  it.each([
    answered('101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade'),
    answered('101 Switching Protocols'),
  ])('is a protocol error: switching to another protocol', async (bytes) => {
    const receiver = await aRawReceiver(bytes);

    expect(await sendTo(receiver)).toMatchObject({ responseStatus: 101, error: 'protocol_error' });
  });
});

describe('a receiver that cannot be talked to', () => {
  it('refuses the connection', async () => {
    expect(await sendTo({ port: await aFreePort() })).toMatchObject({
      responseStatus: null,
      responseHeaders: {},
      responseBody: null,
      error: 'connection_refused',
    });
  });

  it('resets before it answers', async () => {
    const receiver = await aRawReceiver((socket) => socket.resetAndDestroy());

    expect(await sendTo(receiver)).toMatchObject({ responseStatus: null, error: 'connection_reset' });
  });

  it('hangs up before it answers', async () => {
    const receiver = await aRawReceiver((socket) => socket.destroy());

    expect(await sendTo(receiver)).toMatchObject({ responseStatus: null, error: 'connection_reset' });
  });

  it('never answers', async () => {
    const receiver = await aSilentReceiver();

    expect(await sendTo(receiver, { deadlineMs: 100 })).toMatchObject({
      responseStatus: null,
      error: 'timeout_response',
    });
  });

  it('answers a byte at a time, past the deadline', async () => {
    const receiver = await aRawReceiver((socket) => {
      const bytes = [...answered(`200 OK\r\nx-slow: ${'x'.repeat(500)}`)];
      const drip = setInterval(() => socket.write(bytes.shift() ?? ''), 20);
      socket.on('close', () => clearInterval(drip));
    });

    expect(await sendTo(receiver, { deadlineMs: 150 })).toMatchObject({ error: 'timeout_response' });
  });
});

describe('a connection', () => {
  it('is used again for the next request to the same place', async () => {
    const receiver = await aReceiver();
    const sender = aLocalSender();

    for (const _time of [1, 2, 3]) await sender.send(aRequest(`http://127.0.0.1:${receiver.port}/`));

    expect([receiver.received.length, receiver.connections()]).toEqual([3, 1]);
  });

  it('is one for each of several requests at once', async () => {
    const receiver = await aReceiver();
    const sender = aLocalSender();
    const url = `http://127.0.0.1:${receiver.port}/`;

    const outcomes = await Promise.all(Array.from({ length: 25 }, () => sender.send(aRequest(url))));

    expect(outcomes.every(({ responseStatus }) => responseStatus === 200)).toBe(true);
    expect(receiver.connections()).toBe(25);
  });

  it('that the receiver dropped meanwhile costs no attempt', async () => {
    const dropping = await aRawReceiver((socket) => {
      socket.write(answered('200 OK\r\nContent-Length: 0'));
      socket.once('data', () => socket.resetAndDestroy());
    });
    const sender = aLocalSender();
    const url = `http://127.0.0.1:${dropping.port}/`;

    await sender.send(aRequest(url));

    expect(await sender.send(aRequest(url))).toMatchObject({ responseStatus: 200, error: null });
    expect(dropping.connections()).toBe(2);
  });

  it('is not used again after an answer that was not read to its end', async () => {
    const receiver = await aReceiver((response) => response.end('x'.repeat(100_000)));
    const sender = aLocalSender();

    for (const _time of [1, 2]) await sender.send(aRequest(`http://127.0.0.1:${receiver.port}/`));

    expect(receiver.connections()).toBe(2);
  });
});
