import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { CouldNotStart } from '#bin/cli/cli-error';
import { type FrontDoor, openFrontDoor } from '#bin/stack/reverse-proxy';

const opened: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function aFrontDoor(): Promise<FrontDoor> {
  const door = await openFrontDoor(0);
  opened.push(door.close);
  return door;
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

/** A door that leads to a server which tells what reached it. */
async function aDoorToAnEcho(): Promise<FrontDoor> {
  const { port } = await aServer(async (incoming, outgoing) => {
    const { method, url, rawHeaders } = incoming;
    outgoing.setHeader('content-type', 'application/json');
    outgoing.end(JSON.stringify({ method, url, rawHeaders, body: await text(incoming) }));
  });
  const door = await aFrontDoor();
  door.leadTo(`http://127.0.0.1:${port}/_aws/execute-api/rapporteur`);
  return door;
}

const addressOf = (door: FrontDoor, path: string) => `http://127.0.0.1:${door.port}${path}`;

describe('the front door', () => {
  it('puts the address of the API before the path and leaves path and query as they came', async () => {
    const door = await aDoorToAnEcho();

    // By hand, because fetch would tidy the path first.
    const socket = connect(door.port, '127.0.0.1');
    socket.write('GET /api/v1/../a%2Fb/?x=1&x=%20 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
    const answer = await text(socket);

    expect(answer).toContain('"url":"/_aws/execute-api/rapporteur/api/v1/../a%2Fb/?x=1&x=%20"');
  });

  it('keeps method, headers and body', async () => {
    const door = await aDoorToAnEcho();
    const headers = { authorization: 'key', 'service-version': '2026-10-12', host: 'calls.example' };

    const told = await tellOf(door, { method: 'PATCH', headers, body: '{"name":"Ünï"}' });

    expect(told).toMatchObject({ method: 'PATCH', body: '{"name":"Ünï"}' });
    expect(told.rawHeaders).toEqual(expect.arrayContaining(['authorization', 'key', 'service-version', '2026-10-12']));
    expect(told.rawHeaders).toEqual(expect.arrayContaining(['host', 'calls.example']));
  });

  it('carries a large body both ways unharmed', async () => {
    const { port } = await aServer((incoming, outgoing) => void incoming.pipe(outgoing));
    const door = await aFrontDoor();
    door.leadTo(`http://127.0.0.1:${port}`);
    const sent = Buffer.alloc(4 * 1024 * 1024, 'abcdefg');

    const answer = await fetch(addressOf(door, '/files'), { method: 'POST', body: sent });

    expect(Buffer.from(await answer.arrayBuffer()).equals(sent)).toBe(true);
  });

  it('passes an answer on as it is: status, repeated headers, no body', async () => {
    const { port } = await aServer((_, outgoing) => {
      outgoing.writeHead(302, ['Location', '/elsewhere', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']).end();
    });
    const door = await aFrontDoor();
    door.leadTo(`http://127.0.0.1:${port}`);

    const answer = await fetch(addressOf(door, '/'), { redirect: 'manual' });

    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/elsewhere']);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it('passes the first part of an answer on before the last is there', async () => {
    const { port } = await aServer((incoming, outgoing) => {
      outgoing.write('first');
      incoming.on('end', () => outgoing.end('last')).resume();
    });
    const door = await aFrontDoor();
    door.leadTo(`http://127.0.0.1:${port}`);

    const asking = request({ port: door.port, host: '127.0.0.1', method: 'POST' });
    asking.write('still asking');
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    const [first] = (await once(answer, 'data')) as [Buffer];
    asking.end();

    expect([first.toString(), await text(answer)]).toEqual(['first', 'last']);
  });

  it('answers 503 while it leads nowhere yet', async () => {
    const answer = await fetch(addressOf(await aFrontDoor(), '/api/v1/meetings'));

    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ errors: [{ code: 'unavailable', message: expect.any(String) }] });
  });

  it('answers 502 in the shape of every error when the emulator is gone', async () => {
    const { server, port } = await aServer(() => undefined);
    server.close();
    await once(server, 'close');
    const door = await aFrontDoor();
    door.leadTo(`http://127.0.0.1:${port}`);

    const answer = await fetch(addressOf(door, '/api/v1/meetings'), { method: 'POST', body: 'x'.repeat(100_000) });

    expect(answer.status).toBe(502);
    expect(await answer.json()).toEqual({ errors: [{ code: 'bad_gateway', message: expect.any(String) }] });
  });

  it('breaks the answer off when the emulator ends in the middle of one', async () => {
    const { server, port } = await aServer((_, outgoing) => {
      outgoing.writeHead(200, { 'content-length': '100' });
      outgoing.write('half', () => server.closeAllConnections());
    });
    const door = await aFrontDoor();
    door.leadTo(`http://127.0.0.1:${port}`);

    await expect(fetch(addressOf(door, '/')).then((answer) => answer.text())).rejects.toThrow();
  });

  it('says in a sentence that its port is taken', async () => {
    const { port } = await aFrontDoor();

    await expect(openFrontDoor(port)).rejects.toThrow(
      new CouldNotStart(
        `Port ${port} is taken by another program; end that or choose another with: npm start -- --port ${port + 1}`,
      ),
    );
  });
});

interface Told {
  readonly method: string;
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** By node:http, since fetch chooses the Host itself. */
async function tellOf(
  door: FrontDoor,
  { body, ...options }: { method: string; headers: Record<string, string>; body: string },
): Promise<Told> {
  const asking = request({ port: door.port, host: '127.0.0.1', path: '/', ...options });
  asking.end(body);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return JSON.parse(await text(answer)) as Told;
}
