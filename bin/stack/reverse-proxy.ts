import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CliError } from '#bin/cli/cli-error';
import { forwardUpgrades } from '#bin/stack/forward-upgrades';

export interface ReverseProxy {
  readonly port: number;
  /**
   * Forwards requests to this URL, with their path appended, and those for an upgrade to another one. Without one they are
   * answered with 503, as at first.
   */
  readonly forwardTo: (url: string | undefined, other?: { readonly upgrades: string }) => void;
  readonly close: () => Promise<void>;
}

/** Shorter than the emulator keeps a connection (75 s), so that none is reused while it closes. */
const IDLE_CONNECTION_MS = 30_000;

interface ProxyOptions {
  /** What it forwards to, as errors name it. */
  readonly name?: string;
  /** Called for each request that is answered with 503. */
  readonly onWaiting?: (request: IncomingMessage) => void;
}

/**
 * Listens on 127.0.0.1 and forwards requests and responses unchanged, but for the type of a compressed body. Port 0 takes
 * any free port.
 */
export async function startReverseProxy(
  port: number,
  { name = 'local stack', onWaiting }: ProxyOptions = {},
): Promise<ReverseProxy> {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS });
  let upstream: string | undefined;
  let upgrades: string | undefined;
  const server = createServer((incoming, outgoing) => {
    if (upstream !== undefined) return forward(incoming, outgoing, { upstream, agent, name });
    respond(outgoing, 503, 'unavailable', `The ${name} is still starting.`);
    onWaiting?.(incoming);
  });
  // An idle connection stays open: a client on a busy machine would send a request into one that is being closed.
  server.keepAliveTimeout = 0;
  const endUpgraded = forwardUpgrades(server, { upstream: () => upgrades });
  await listen(server, port);

  return {
    port: (server.address() as AddressInfo).port,
    forwardTo: (url, other) => {
      upstream = url;
      upgrades = other?.upgrades;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      endUpgraded();
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
    if (code === 'EADDRINUSE') throw new CliError(`Port ${port} is taken by another program; end that or ${another}`);
    if (code === 'EACCES') throw new CliError(`This user may not open port ${port}; ${another}`);
    throw error;
  }
}

interface Upstream {
  readonly upstream: string;
  readonly agent: Agent;
  readonly name: string;
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, { upstream, agent, name }: Upstream): void {
  const { hostname, port, pathname } = new URL(upstream);
  // Joined as text: URL would resolve `..` and encode the caller's path.
  const path = `${pathname.replace(/\/$/, '')}${incoming.url ?? '/'}`;
  const headers = endToEndHeaders(incoming.rawHeaders, isSpoiled(incoming) ? ['content-type'] : []);
  const forwarded = request({ hostname, port, agent, path, method: incoming.method, headers });

  forwarded.on('response', (response) => {
    outgoing.writeHead(response.statusCode ?? 502, endToEndHeaders(response.rawHeaders));
    response.pipe(outgoing);
    response.on('error', () => outgoing.destroy());
  });
  forwarded.on('error', () => {
    incoming.unpipe(forwarded);
    incoming.resume();
    if (outgoing.headersSent) outgoing.destroy();
    else respond(outgoing, 502, 'bad_gateway', `The ${name} did not respond; it may have ended.`);
  });
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) forwarded.destroy();
  });
  incoming.pipe(forwarded);
}

/** RFC 9110 §7.6.1: they describe one connection. Node has already answered `Expect`. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade', 'expect']);

/** A flat list of names and values, which keeps case, order and repetitions. */
const endToEndHeaders = (rawHeaders: readonly string[], leftOut: readonly string[] = []): string[] =>
  rawHeaders.filter((_, index) => {
    const name = (rawHeaders[index - (index % 2)] ?? '').toLowerCase();
    return !HOP_BY_HOP.has(name) && !leftOut.includes(name);
  });

const READ_AS_TEXT = /^\s*(?:text\/|application\/(?:json|xml|javascript)\s*(?:;|$))/i;

/**
 * The emulator decodes a body of these types as UTF-8, which spoils a compressed one. Without a type it hands the bytes on
 * as base64, and the API reads JSON whatever its type.
 */
const isSpoiled = ({ headers }: IncomingMessage): boolean =>
  headers['content-encoding'] !== undefined && READ_AS_TEXT.test(headers['content-type'] ?? '');

function respond(outgoing: ServerResponse, status: number, code: string, message: string): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify({ errors: [{ code, message }] }));
}
