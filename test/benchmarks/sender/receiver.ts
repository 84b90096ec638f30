import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A fast receiver in a process of its own, started by `receiver-process.ts`: reads each body and answers 204. */
process.once('message', (certificate: ServerOptions) => {
  const server = createServer(certificate, (request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});

process.once('disconnect', () => process.exit());
