import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { aLocalSender, aPublicSender, aRequest, aResolver, closeSenders } from './a-webhook-sender.ts';
import { aFreePort, aRawReceiver, aReceiver, closeReceivers, type Receiver } from './receivers.ts';
import { inStoppedTime, until, watched } from './stopped-time.ts';

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

/** Sends to any address, over http. */
const anOpenSender = ({ port }: Pick<Receiver, 'port'>, resolve: (name: string) => Promise<readonly string[]>) =>
  aPublicSender({
    resolve,
    isPublicAddress: () => true,
    validateUrl: (url) => ({ accepted: url.replace('.com/', `.com:${port}/`) }),
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

  it('that is refused is opened once more, with a look-up of its own', async () => {
    const receiver = await aReceiver();
    const { resolve, asked } = aResolver(['127.0.0.3'], ['127.0.0.1']);
    const sender = anOpenSender(receiver, resolve);

    const outcome = await sender.send(aRequest(`http://hooks.customer.com:${receiver.port}/`));

    expect(outcome).toMatchObject({ responseStatus: 200, error: null });
    expect([asked.length, receiver.received.length]).toEqual([2, 1]);
  });

  it('that is refused twice is not opened a third time', async () => {
    const { resolve, asked } = aResolver(['127.0.0.3']);
    const sender = anOpenSender({ port: await aFreePort() }, resolve);

    expect(await sender.send(aRequest('http://hooks.customer.com/'))).toMatchObject({ error: 'connection_refused' });
    expect(asked).toHaveLength(2);
  });

  it('that is reset before the first byte of the response is opened once more, and the request sent again', async () => {
    let connections = 0;
    const receiver = await aRawReceiver((socket) => {
      connections += 1;
      if (connections === 1) socket.resetAndDestroy();
      else socket.end(answered('204 No Content'));
    });

    expect(await sendTo(receiver)).toMatchObject({ responseStatus: 204, error: null });
    expect(connections).toBe(2);
  });

  it.each([
    ['reset', (socket: Socket) => void socket.resetAndDestroy()],
    ['closed', (socket: Socket) => void socket.end()],
  ])('that is %s twice before the first byte fails the attempt', async (_how, act) => {
    const receiver = await aRawReceiver(act);

    expect(await sendTo(receiver)).toMatchObject({ responseStatus: null, error: 'connection_reset' });
    expect(receiver.connections()).toBe(2);
  });

  it('that is reset after the first byte of the response fails the attempt at once', async () => {
    const receiver = await aRawReceiver((socket) => {
      socket.write('HTTP/1.1 2', () => setImmediate(() => socket.resetAndDestroy()));
    });

    expect(await sendTo(receiver)).toMatchObject({ responseStatus: null, error: 'connection_reset' });
    expect(receiver.connections()).toBe(1);
  });

  it('that is opened once more has what is left of the ten seconds of its attempt', () =>
    inStoppedTime(async (pass) => {
      const sockets: Socket[] = [];
      const receiver = await aRawReceiver((socket) => void sockets.push(socket));
      const sending = watched(sendTo(receiver, { ownPace: true }));
      await until(() => sockets.length === 1);
      await pass(6_000);
      sockets[0]?.resetAndDestroy();
      await until(() => sockets.length === 2);

      await pass(3_999);
      expect(sending.ended()).toBe(false);
      await pass(1);

      expect(await sending.promise).toMatchObject({ durationMs: 10_000, error: 'timeout_response' });
    }));

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
