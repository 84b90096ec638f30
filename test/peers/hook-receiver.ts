import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Hook } from './peer.ts';

/** Takes webhooks on loopback, over IPv4 and IPv6. */
export async function aHookReceiver() {
  const hooks: Hook[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
    hooks.push({ headers: Object.fromEntries(headers), rawBody: Buffer.concat(chunks).toString('utf8') });
    response.writeHead(200).end();
  });
  server.listen(0, '::');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    hooks,
    port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
