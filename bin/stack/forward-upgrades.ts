import { type IncomingMessage, request, type Server } from 'node:http';
import type { Duplex } from 'node:stream';

interface Upgrades {
  /** Requests go to this URL, with their path appended; refused with 503 while it is undefined. */
  readonly upstream: () => string | undefined;
}

/**
 * Passes requests for an upgrade on, such as the handshake of a WebSocket, with the bytes of both sides from then on.
 * Returns what ends all connections that were upgraded.
 */
export function forwardUpgrades(server: Server, { upstream }: Upgrades): () => void {
  const open = new Set<Duplex>();
  server.on('upgrade', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    open.add(client);
    client.once('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    const to = upstream();
    if (to === undefined) return refuse(client, 503, 'Service Unavailable');
    const { hostname, port, pathname } = new URL(to);
    const path = `${pathname.replace(/\/$/, '')}${incoming.url ?? '/'}`;
    // `Connection` and `Upgrade` are among them.
    const forwarded = request({ hostname, port, path, method: incoming.method, headers: incoming.rawHeaders });
    forwarded.on('upgrade', (response: IncomingMessage, server: Duplex, first: Buffer) => {
      client.write(headOf(response));
      client.write(first);
      server.write(head);
      server.on('error', () => client.destroy());
      server.once('close', () => client.destroy());
      client.once('close', () => server.destroy());
      server.pipe(client).pipe(server);
    });
    // A refusal ends the connection, with its body.
    forwarded.on('response', (response: IncomingMessage) => {
      client.write(headOf(response));
      response.pipe(client);
    });
    forwarded.on('error', () => refuse(client, 502, 'Bad Gateway'));
    forwarded.end();
  });
  return () => {
    for (const socket of open) socket.destroy();
  };
}

function headOf({ statusCode = 502, statusMessage = '', rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
  return [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n');
}

const refuse = (client: Duplex, status: number, text: string): void => {
  client.end(`HTTP/1.1 ${status} ${text}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
};
