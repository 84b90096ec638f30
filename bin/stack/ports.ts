import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A port of 127.0.0.1 that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Whether a program listens at an address such as http://127.0.0.1:8787. */
export async function isListening(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  const connected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return connected;
}
