import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { aCertificate } from '#test/unit/providers/certificates';

/** A receiver whose work is not counted as ours. */
export async function receiverProcess({ key, cert }: ReturnType<typeof aCertificate>) {
  const child = fork(new URL('./receiver.ts', import.meta.url));
  child.send({ key: String(key), cert });
  const [port] = await once(child, 'message');
  return { port: Number(port), close: () => child.disconnect() };
}
