import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type Authority, aCertificate } from '#test/unit/webhooks/delivery/sender/certificates';
import type { Started, Wanted } from './receiver.ts';

/** A receiver for these hosts, whose work is not counted as ours. */
export async function receiverProcess(authority: Authority, hosts: readonly string[]) {
  const { key, cert } = aCertificate(authority, { hosts });
  const child = fork(new URL('./receiver.ts', import.meta.url));
  child.send({ key: String(key), cert, hosts } satisfies Wanted);
  const [started] = await once(child, 'message');
  return { ...(started as Started), close: () => child.disconnect() };
}
