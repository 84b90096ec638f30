import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { aLocalSender, aRequest, closeSenders } from './a-webhook-sender.ts';
import { aFreePort, aRawReceiver, aReceiver, closeReceivers, type Receiver } from './receivers.ts';
import { until } from './stopped-time.ts';

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

describe('a receiver that cannot be talked to', () => {
  it('refuses the connection', async () => {
    expect(await sendTo({ port: await aFreePort() })).toMatchObject({
      responseStatus: null,
      responseHeaders: {},
      responseBody: null,
      error: 'connection_refused',
    });
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

  it('is kept no more than ten times for one place', async () => {
    const receiver = await aReceiver();
    const sender = aLocalSender();
    const url = `http://127.0.0.1:${receiver.port}/`;
    const many = () => Promise.all(Array.from({ length: 25 }, () => sender.send(aRequest(url))));

    await many();
    await many();

    expect(receiver.connections()).toBe(25 + 15);
  });

  it.each([
    ['with the first', (socket: Socket) => void socket.write(okay('one') + okay('two'))],
    [
      'after the first',
      (socket: Socket) => void socket.write(okay('one'), () => setImmediate(() => socket.write(okay('two')))),
    ],
  ])('is not used again after an unrequested response: %s', async (_when, answer) => {
    const receiver = await aRawReceiver(answer);
    const sender = aLocalSender();
    const send = () => sender.send(aRequest(`http://127.0.0.1:${receiver.port}/`));

    const first = await send();
    await until(() => receiver.open() === 0);

    expect([first.responseBody, (await send()).responseBody]).toEqual(['one', 'one']);
    expect(receiver.connections()).toBe(2);
  });

  it('that the receiver ends with its answer is not used again', async () => {
    const receiver = await aReceiver((response) => response.setHeader('connection', 'close').end('bye'));
    const sender = aLocalSender();

    for (const _time of [1, 2])
      expect(await sender.send(aRequest(`http://127.0.0.1:${receiver.port}/`))).toMatchObject({ responseBody: 'bye' });
    expect(receiver.connections()).toBe(2);
  });
});

const okay = (body: string) => answered(`200 OK\r\nContent-Length: ${body.length}`, body);
