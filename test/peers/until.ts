import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_MS = 60_000;

/** Repeats a look until it does not throw, for a minute. The last error is the result then. */
export async function until<Result>(look: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + LONGEST_MS;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(250);
    }
  }
}
