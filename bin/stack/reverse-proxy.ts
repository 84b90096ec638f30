import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CouldNotStart } from '#bin/cli/cli-error';

export interface FrontDoor {
  readonly port: number;
  /** From now on requests go to this address, their path appended. Before the first call each is answered 503. */
  readonly leadTo: (address: string) => void;
  readonly close: () => Promise<void>;
}

/** Shorter than the emulator keeps a connection (75 s), so that none is used as it closes. */
const IDLE_CONNECTION_MS = 30_000;

/** Listens on 127.0.0.1 and passes everything on as it came: port 0 takes any that is free. */
export async function openFrontDoor(port: number): Promise<FrontDoor> {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS });
  let target: string | undefined;
  const server = createServer((incoming, outgoing) => {
    if (target === undefined) answer(outgoing, 503, 'unavailable', 'The local stack is still starting.');
    else passOn(incoming, outgoing, { target, agent });
  });
  await listen(server, port);
  const { port: chosen } = server.address() as AddressInfo;

  return {
    port: chosen,
    leadTo: (address) => {
      target = address;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const another = `choose another with: npm start -- --port ${port + 1}`;
    if (code === 'EADDRINUSE')
      throw new CouldNotStart(`Port ${port} is taken by another program; end that or ${another}`);
    if (code === 'EACCES') throw new CouldNotStart(`Port ${port} may not be opened by this user; ${another}`);
    throw error;
  }
}

interface Way {
  readonly target: string;
  readonly agent: Agent;
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, { target, agent }: Way): void {
  const { hostname, port, pathname } = new URL(target);
  // Joined as text: a URL would resolve `..` and encode what the caller sent.
  const path = `${pathname.replace(/\/$/, '')}${incoming.url ?? '/'}`;
  const headers = endToEnd(incoming.rawHeaders);
  const upstream = request({ hostname, port, agent, path, method: incoming.method, headers });

  upstream.on('response', (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, endToEnd(reply.rawHeaders));
    reply.pipe(outgoing);
    reply.on('error', () => outgoing.destroy());
  });
  upstream.on('error', () => {
    incoming.unpipe(upstream);
    incoming.resume();
    if (outgoing.headersSent) outgoing.destroy();
    else answer(outgoing, 502, 'bad_gateway', 'The local AWS emulator did not answer; it may have ended.');
  });
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) upstream.destroy();
  });
  incoming.pipe(upstream);
}

/** About one connection, not about the message: each side of us has its own. `Expect` we have already answered. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade', 'expect']);

/** Names, order and repetitions as they came: a flat list, as Node has it. */
const endToEnd = (rawHeaders: readonly string[]): string[] =>
  rawHeaders.filter((_, index) => !HOP_BY_HOP.has((rawHeaders[index - (index % 2)] ?? '').toLowerCase()));

function answer(outgoing: ServerResponse, status: number, code: string, message: string): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify({ errors: [{ code, message }] }));
}
