import { jest } from '@jest/globals';

/** Timers and the stopwatch stand still until they are moved; sockets and promises go on. Sleeps of seconds cost none. */
export async function inStoppedTime(story: (pass: (milliseconds: number) => Promise<void>) => Promise<void>) {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  try {
    await story(async (milliseconds) => {
      jest.advanceTimersByTime(milliseconds);
      await aTurn();
    });
  } finally {
    jest.useRealTimers();
  }
}

const aTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Waits for something outside of timers: a packet, a handshake. */
export async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await aTurn();
}

/** Whether a promise has ended yet. */
export function watched<Value>(promise: Promise<Value>) {
  const state = { ended: false };
  const end = () => {
    state.ended = true;
  };
  promise.then(end, end);
  return { promise, ended: () => state.ended };
}
