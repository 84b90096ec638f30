import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The connection is cut after so many bytes of the body. */
  readonly cutAfterBytes?: number;
}

/** A handler returns a reply, or one of these: the connection is cut, or nothing is ever sent. */
export type Handled = Reply | 'cut' | 'silence';

export interface RecorderServer {
  readonly origin: string;
  readonly requests: readonly ReceivedRequest[];
  readonly close: () => Promise<void>;
}

/** An HTTP server on 127.0.0.1 that plays a recorder, on any free port where none is given. */
export async function aRecorderServer(
  handle: (request: ReceivedRequest) => Handled | Promise<Handled>,
  listenAt = 0,
): Promise<RecorderServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    received(incoming)
      .then(async (request) => {
        requests.push(request);
        send(await handle(request), request, outgoing);
      })
      .catch(() => outgoing.destroy());
  });
  server.listen(listenAt, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function received(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
  return {
    method: incoming.method ?? 'GET',
    path: incoming.url ?? '/',
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

function send(handled: Handled, { method }: ReceivedRequest, outgoing: ServerResponse): void {
  if (handled === 'silence') return;
  if (handled === 'cut') {
    outgoing.destroy();
    return;
  }
  const { status, headers, body = '', cutAfterBytes } = handled;
  outgoing.writeHead(status, { 'content-length': String(Buffer.byteLength(body)), ...headers });
  if (cutAfterBytes !== undefined) {
    outgoing.write(Buffer.from(body).subarray(0, cutAfterBytes), () => outgoing.destroy());
    return;
  }
  outgoing.end(method === 'HEAD' ? undefined : body);
}

/** A JSON reply, as a handler returns it. */
export const jsonReply = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
