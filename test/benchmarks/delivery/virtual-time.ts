import { mock } from 'node:test';

const aTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Runs work whose clock is `Date` and whose waits are timers, in a time that advances by a millisecond once nothing is
 * left to do at the present one: a busy machine then makes it longer, and no figure worse.
 */
export async function inVirtualTime<Result>(work: () => Promise<Result>): Promise<Result> {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.now() });
  let isDone = false;
  try {
    const result = work().finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await aTurn();
      mock.timers.tick(1);
    }
    return await result;
  } finally {
    mock.timers.reset();
  }
}
