import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A server that reads the length of each upload, and hears one word a second in it at once. */
export async function standInForSpeech() {
  const child = fork(new URL('./stand-in-server.ts', import.meta.url));
  const [url] = (await once(child, 'message')) as [string];
  return { url, stop: async () => child.disconnect() };
}
