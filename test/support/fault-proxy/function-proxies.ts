import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reply, as it came. */
export interface Reply {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** One request of a function to AWS. */
export interface Exchange {
  /** Name of the function without that of the stage. */
  readonly worker: string;
  /** Where the function finds AWS. */
  readonly address: string;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly body: Buffer;
  /** Sends the request on to AWS, with this body. */
  readonly pass: (body?: Buffer) => Promise<Reply>;
}

interface Given {
  /** Where AWS is, as http://127.0.0.1:4566. */
  readonly target: string;
  /** What becomes of a request; a rejection ends its connection. */
  readonly serve: (exchange: Exchange) => Promise<void>;
}

export interface FunctionProxies {
  /** Where this function is to find AWS: one port for each, so that who asks is known. */
  readonly addressFor: (worker: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Shorter than the emulator keeps a connection (75 s), so that none is used as it closes. */
const IDLE_CONNECTION_MS = 30_000;

/** Stands between functions and AWS: a proxy for each function, which learns each request before AWS does. */
export function openFunctionProxies({ target, serve }: Given): FunctionProxies {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS });
  const { hostname, port: targetPort } = new URL(target);
  const servers: Server[] = [];
  const addresses = new Map<string, Promise<string>>();

  const listenFor = async (worker: string): Promise<string> => {
    const server = createServer(async (incoming, outgoing) => {
      const { port } = server.address() as AddressInfo;
      const way = { hostname, port: Number(targetPort), agent };
      try {
        const received = Buffer.concat(await incoming.toArray());
        const pass = (body: Buffer = received) => passOn(way, incoming, body);
        await serve({ worker, address: addressOf(port), incoming, outgoing, body: received, pass });
      } catch {
        // What ends half-way was cut on purpose, or its caller is gone: no answer is awaited.
        outgoing.destroy();
      }
    });
    server.keepAliveTimeout = 0;
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return addressOf((server.address() as AddressInfo).port);
  };

  return {
    addressFor(worker) {
      const address = addresses.get(worker) ?? listenFor(worker);
      addresses.set(worker, address);
      return address;
    },
    async close() {
      await Promise.all(servers.map(closed));
      agent.destroy();
    },
  };
}

const addressOf = (port: number): string => `http://127.0.0.1:${port}`;

async function closed(server: Server): Promise<void> {
  const end = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await end;
}

export function answer(outgoing: ServerResponse, { status, headers, body }: Reply): void {
  const length = isGiven('content-length', headers) ? [] : ['content-length', String(body.length)];
  outgoing.writeHead(status, [...headers, ...length]).end(body);
}

const isGiven = (wanted: string, headers: readonly string[]): boolean =>
  headers.some((name, at) => at % 2 === 0 && name.toLowerCase() === wanted);

/** About one connection, or about a length that we say ourselves. */
const OURS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'expect']);

const passedOn = (rawHeaders: readonly string[], kept?: string): readonly string[] =>
  rawHeaders.filter((_, at) => {
    const name = (rawHeaders[at - (at % 2)] ?? '').toLowerCase();
    return name === kept || !OURS.has(name);
  });

interface Way {
  readonly hostname: string;
  readonly port: number;
  readonly agent: Agent;
}

async function passOn(way: Way, { method, url, rawHeaders }: IncomingMessage, body: Buffer): Promise<Reply> {
  const headers = [...passedOn(rawHeaders), 'content-length', String(body.length)];
  const upstream = request({ ...way, method, path: url, headers });
  upstream.end(body);
  const [reply] = (await once(upstream, 'response')) as [IncomingMessage];
  return {
    status: reply.statusCode ?? 502,
    // A reply to HEAD has the length of the body that it leaves out.
    headers: passedOn(reply.rawHeaders, method === 'HEAD' ? 'content-length' : undefined),
    body: Buffer.concat(await reply.toArray()),
  };
}
