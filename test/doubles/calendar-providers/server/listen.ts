import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listener {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Puts a function from request to answer behind a socket on 127.0.0.1; where it throws, the connection breaks. */
export async function listen(handle: (request: Request) => Promise<Response>, port = 0): Promise<Listener> {
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing, handle).catch(() => outgoing.destroy());
  });
  // An idle connection stays open: a request must not fail because it is being closed.
  server.keepAliveTimeout = 0;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: chosen } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${chosen}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, String(value));
  const method = incoming.method ?? 'GET';
  const address = new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? '127.0.0.1'}`);
  const answered = await handle(new Request(address, { method, headers, ...(body.length > 0 && { body }) }));
  outgoing.writeHead(answered.status, Object.fromEntries(answered.headers));
  outgoing.end(Buffer.from(await answered.arrayBuffer()));
}
