import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CliError } from '#bin/cli/cli-error';
import { type ReverseProxy, startReverseProxy } from '#bin/stack/reverse-proxy';
import { afterEach, describe, expect, it } from '#test/support/jest';

const opened: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function aProxy(): Promise<ReverseProxy> {
  const proxy = await startReverseProxy(0);
  opened.push(proxy.close);
  return proxy;
}

async function aServer(listener: RequestListener): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { server, port: (server.address() as AddressInfo).port };
}

/** A proxy to a server that answers with the request that it received. */
async function aProxyToAnEcho(): Promise<ReverseProxy> {
  const { port } = await aServer(async (incoming, outgoing) => {
    const { method, url, rawHeaders } = incoming;
    outgoing.setHeader('content-type', 'application/json');
    outgoing.end(JSON.stringify({ method, url, rawHeaders, body: await text(incoming) }));
  });
  const proxy = await aProxy();
  proxy.forwardTo(`http://127.0.0.1:${port}/_aws/execute-api/rapporteur`);
  return proxy;
}

const addressOf = (proxy: ReverseProxy, path: string) => `http://127.0.0.1:${proxy.port}${path}`;

describe('the reverse proxy', () => {
  it('prepends the URL of the API and forwards path and query unchanged', async () => {
    const proxy = await aProxyToAnEcho();

    // By a socket, because fetch normalizes the path.
    const socket = connect(proxy.port, '127.0.0.1');
    socket.write('GET /api/v1/../a%2Fb/?x=1&x=%20 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
    const answer = await text(socket);

    expect(answer).toContain('"url":"/_aws/execute-api/rapporteur/api/v1/../a%2Fb/?x=1&x=%20"');
  });

  it('announces no end of an idle connection', async () => {
    const proxy = await aProxyToAnEcho();

    const { headers } = await fetch(addressOf(proxy, '/api/v1/meetings'));

    expect([headers.get('connection'), headers.get('keep-alive')]).toEqual(['keep-alive', null]);
  });

  it('forwards method, headers and body', async () => {
    const proxy = await aProxyToAnEcho();
    const headers = { authorization: 'key', 'service-version': '2026-10-12', host: 'calls.example' };

    const received = await echoOf(proxy, { method: 'PATCH', headers, body: '{"name":"Ünï"}' });

    expect(received).toMatchObject({ method: 'PATCH', body: '{"name":"Ünï"}' });
    expect(received.rawHeaders).toEqual(
      expect.arrayContaining(['authorization', 'key', 'service-version', '2026-10-12']),
    );
    expect(received.rawHeaders).toEqual(expect.arrayContaining(['host', 'calls.example']));
  });

  it.each([
    ['application/json', 'gzip', false],
    ['Application/JSON ; charset=utf-8', 'gzip', false],
    ['text/plain', 'br', false],
    ['application/json', undefined, true],
    ['multipart/form-data; boundary=x', 'gzip', true],
    ['application/x-www-form-urlencoded', 'gzip', true],
  ])('forwards the type %j of a body with the encoding %j: %j', async (type, encoding, isForwarded) => {
    const proxy = await aProxyToAnEcho();
    const headers = { 'content-type': type, ...(encoding !== undefined && { 'content-encoding': encoding }) };

    const { rawHeaders } = await echoOf(proxy, { method: 'POST', headers, body: 'x' });

    expect(rawHeaders.includes('content-type')).toBe(isForwarded);
    expect(rawHeaders.includes('content-encoding')).toBe(encoding !== undefined);
  });

  it('forwards a large body in both directions unchanged', async () => {
    const { port } = await aServer((incoming, outgoing) => void incoming.pipe(outgoing));
    const proxy = await aProxy();
    proxy.forwardTo(`http://127.0.0.1:${port}`);
    const sent = Buffer.alloc(4 * 1024 * 1024, 'abcdefg');

    const answer = await fetch(addressOf(proxy, '/files'), { method: 'POST', body: sent });

    expect(Buffer.from(await answer.arrayBuffer()).equals(sent)).toBe(true);
  });

  it('forwards status and repeated headers of a response without a body', async () => {
    const { port } = await aServer((_, outgoing) => {
      outgoing.writeHead(302, ['Location', '/elsewhere', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']).end();
    });
    const proxy = await aProxy();
    proxy.forwardTo(`http://127.0.0.1:${port}`);

    const answer = await fetch(addressOf(proxy, '/'), { redirect: 'manual' });

    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/elsewhere']);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it('streams a response before it is complete', async () => {
    const { port } = await aServer((incoming, outgoing) => {
      outgoing.write('first');
      incoming.on('end', () => outgoing.end('last')).resume();
    });
    const proxy = await aProxy();
    proxy.forwardTo(`http://127.0.0.1:${port}`);

    const outgoing = request({ port: proxy.port, host: '127.0.0.1', method: 'POST' });
    outgoing.write('part of a body');
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    const [first] = (await once(answer, 'data')) as [Buffer];
    outgoing.end();

    expect([first.toString(), await text(answer)]).toEqual(['first', 'last']);
  });

  it('answers 503 before it has an upstream', async () => {
    const answer = await fetch(addressOf(await aProxy(), '/api/v1/meetings'));

    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ errors: [{ code: 'unavailable', message: expect.any(String) }] });
  });

  it('answers 502 with an error body when the emulator has ended', async () => {
    const { server, port } = await aServer(() => undefined);
    server.close();
    await once(server, 'close');
    const proxy = await aProxy();
    proxy.forwardTo(`http://127.0.0.1:${port}`);

    const answer = await fetch(addressOf(proxy, '/api/v1/meetings'), { method: 'POST', body: 'x'.repeat(100_000) });

    expect(answer.status).toBe(502);
    expect(await answer.json()).toEqual({ errors: [{ code: 'bad_gateway', message: expect.any(String) }] });
  });

  it('aborts the response when the emulator ends within it', async () => {
    const { server, port } = await aServer((_, outgoing) => {
      outgoing.writeHead(200, { 'content-length': '100' });
      outgoing.write('half', () => server.closeAllConnections());
    });
    const proxy = await aProxy();
    proxy.forwardTo(`http://127.0.0.1:${port}`);

    await expect(fetch(addressOf(proxy, '/')).then((answer) => answer.text())).rejects.toThrow();
  });

  it('passes the handshake of a WebSocket on to another URL, and the bytes of both sides', async () => {
    const { server, port } = await aServer(() => undefined);
    server.on('upgrade', (incoming: IncomingMessage, socket: Duplex) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
      socket.write(`${incoming.url} ${incoming.headers['upgrade']} `);
      socket.pipe(socket);
    });
    const proxy = await aProxy();
    proxy.forwardTo('http://127.0.0.1:1', { upgrades: `http://127.0.0.1:${port}/sockets` });

    const [socket, first] = await anUpgrade(proxy, '/live?ticket=1');
    socket.write('and back');
    const received = await until(socket, first, 'and back');

    expect(received).toBe('/sockets/live?ticket=1 echo and back');
    socket.destroy();
  });

  it('passes a refused handshake on', async () => {
    const { server, port } = await aServer(() => undefined);
    server.on('upgrade', (_: IncomingMessage, socket: Duplex) =>
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'),
    );
    const proxy = await aProxy();
    proxy.forwardTo('http://127.0.0.1:1', { upgrades: `http://127.0.0.1:${port}` });

    await expect(anUpgrade(proxy, '/live')).rejects.toThrow('403');
  });

  it('refuses a handshake with 503 before it has an upstream, and with 502 when the emulator has ended', async () => {
    const proxy = await aProxy();

    await expect(anUpgrade(proxy, '/live')).rejects.toThrow('503');
    proxy.forwardTo('http://127.0.0.1:1', { upgrades: 'http://127.0.0.1:1' });
    await expect(anUpgrade(proxy, '/live')).rejects.toThrow('502');
  });

  it('ends upgraded connections when it is closed', async () => {
    const { server, port } = await aServer(() => undefined);
    server.on('upgrade', (_: IncomingMessage, socket: Duplex) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n'),
    );
    const proxy = await startReverseProxy(0);
    proxy.forwardTo('http://127.0.0.1:1', { upgrades: `http://127.0.0.1:${port}` });
    const [socket] = await anUpgrade(proxy, '/live');
    const closed = once(socket, 'close');

    await proxy.close();

    await closed;
  });

  it('fails with a CliError when its port is taken', async () => {
    const { port } = await aProxy();

    await expect(startReverseProxy(port)).rejects.toThrow(
      new CliError(
        `Port ${port} is taken by another program; end that or choose another with: npm start -- --port ${port + 1}`,
      ),
    );
  });
});

/** The socket of an accepted handshake, with what came behind its response; throws the status of a refused one. */
function anUpgrade(proxy: ReverseProxy, path: string): Promise<readonly [Duplex, Buffer]> {
  const headers = { connection: 'Upgrade', upgrade: 'echo' };
  const asked = request({ port: proxy.port, host: '127.0.0.1', path, headers });
  asked.end();
  return new Promise((resolve, reject) => {
    asked.on('upgrade', (_, socket, first) => resolve([socket, first]));
    asked.on('response', ({ statusCode }) => reject(new Error(String(statusCode))));
    asked.on('error', reject);
  });
}

async function until(socket: Duplex, first: Buffer, end: string): Promise<string> {
  let received = first.toString();
  while (!received.endsWith(end)) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    received += chunk;
  }
  return received;
}

interface Received {
  readonly method: string;
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** By node:http, since fetch sets Host itself. */
async function echoOf(
  proxy: ReverseProxy,
  { body, ...options }: { method: string; headers: Record<string, string>; body: string },
): Promise<Received> {
  const outgoing = request({ port: proxy.port, host: '127.0.0.1', path: '/', ...options });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return JSON.parse(await text(answer)) as Received;
}
