import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { aNameServer } from '#test/unit/webhooks/delivery/sender/a-name-server';

/** What `receiver-process.ts` asks for, and is answered. */
export interface Wanted {
  readonly key: string;
  readonly cert: string;
  readonly hosts: readonly string[];
}
export interface Started {
  readonly port: number;
  /** Address and port of a name server that knows the hosts. */
  readonly names: string;
}

/** Where it answers 503. */
export const BUSY_PATH = '/busy';

/** A fast receiver and its name server in a process of their own: reads each body and answers 204. */
process.once('message', async ({ key, cert, hosts }: Wanted) => {
  const { at } = await aNameServer(Object.fromEntries(hosts.map((host) => [host, { ipv4: ['127.0.0.1'] }])), {
    remembers: false,
  });
  const server = createServer({ key, cert }, (request, response) => {
    request.resume().on('end', () => response.writeHead(request.url === BUSY_PATH ? 503 : 204).end());
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.send?.({ port, names: at } satisfies Started);
  });
});

process.once('disconnect', () => process.exit());
