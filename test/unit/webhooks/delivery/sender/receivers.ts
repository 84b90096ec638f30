import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createSecureContext, TLSSocket } from 'node:tls';

export interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server on this machine: what it was sent, how often it was connected to, and how to end it. */
export interface Receiver {
  readonly port: number;
  readonly received: Received[];
  readonly connections: () => number;
  /** Of these, those that stand. */
  readonly open: () => number;
  readonly close: () => Promise<void>;
}

const open: Receiver[] = [];

/** Ends every receiver that was made; for `afterEach`. */
export const closeReceivers = async (): Promise<void> => {
  await Promise.all(open.splice(0).map((receiver) => receiver.close()));
};

type Answer = (response: Parameters<RequestListener>[1], request: IncomingMessage) => void;

const anOkay: Answer = (response) => response.end('ok');

export const aReceiver = (answer: Answer = anOkay): Promise<Receiver> => {
  const received: Received[] = [];
  return listening(createHttpServer(noting(received, answer)), received);
};

export const aTlsReceiver = (
  tls: ServerOptions,
  { answer = anOkay, address = '127.0.0.1', port = 0 }: { answer?: Answer; address?: string; port?: number } = {},
): Promise<Receiver> => {
  const received: Received[] = [];
  return listening(createHttpsServer(tls, noting(received, answer)), received, { address, port });
};

/** Responds with exactly these bytes after a whole request, or runs the given function. */
export const aRawReceiver = (answer: string | ((socket: Socket) => void), address = '127.0.0.1'): Promise<Receiver> => {
  const act = typeof answer === 'string' ? (socket: Socket) => void socket.end(answer, 'latin1') : answer;
  return listening(
    createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => act(socket));
    }),
    [],
    { address },
  );
};

interface RawTls extends ServerOptions {
  /** How long it lets the handshake wait. */
  readonly handshakeAfterMs?: number;
}

/** The same over TLS. `wire` is what lies under it, to be reset or cut off. */
export const aRawTlsReceiver = (
  { key, cert, handshakeAfterMs = 0 }: RawTls,
  answer: string | ((socket: TLSSocket, wire: Socket) => void),
): Promise<Receiver> => {
  const secureContext = createSecureContext({ key, cert });
  const shakeHands = (wire: Socket) => {
    const socket = new TLSSocket(wire, { isServer: true, secureContext });
    socket.on('error', () => {});
    socket.once('data', () => {
      if (typeof answer === 'string') socket.end(answer, 'latin1');
      else answer(socket, wire);
    });
  };
  const server = createTcpServer((wire) => {
    if (handshakeAfterMs === 0) shakeHands(wire);
    else setTimeout(() => shakeHands(wire), handshakeAfterMs);
  });
  return listening(server, []);
};

/** Takes connections and never says a word. */
export const aSilentReceiver = (address = '127.0.0.1'): Promise<Receiver> => aRawReceiver(() => {}, address);

/** A port on which nothing listens. */
export const aFreePort = async (): Promise<number> => {
  const receiver = await aSilentReceiver();
  await receiver.close();
  return receiver.port;
};

const noting =
  (received: Received[], answer: Answer): RequestListener =>
  async (request, response) => {
    const { method, url: path, headers } = request;
    received.push({ method, path, headers, body: (await buffer(request)).toString() });
    answer(response, request);
  };

interface Place {
  readonly address?: string;
  /** Any that is free where it is 0. */
  readonly port?: number;
}

async function listening(
  server: Server,
  received: Received[],
  { address = '127.0.0.1', port: wanted = 0 }: Place = {},
): Promise<Receiver> {
  const sockets = new Set<Socket>();
  let count = 0;
  server.on('connection', (socket) => {
    count += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(wanted, address, resolve));
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const { port } = server.address() as AddressInfo;
  const receiver = { port, received, connections: () => count, open: () => sockets.size, close };
  open.push(receiver);
  return receiver;
}
