import FakeTimers from '@sinonjs/fake-timers';

/** Timers and the stopwatch stand still until they are moved; sockets and promises go on. Sleeps of seconds cost none. */
export async function inStoppedTime(story: (pass: (milliseconds: number) => Promise<void>) => Promise<void>) {
  const clock = FakeTimers.install({ toNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  try {
    await story(async (milliseconds) => {
      clock.tick(milliseconds);
      await aTurn();
    });
  } finally {
    clock.uninstall();
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

/** Turns of the event loop after which both ends of a connection in this process have exchanged their data. */
const ENOUGH_TURNS = 200;
const LONGEST_SECONDS = 15;

/** The result of a promise that may wait for a receiver. Time advances by seconds until it settles. */
export async function comingTo<Value>(
  promise: Promise<Value>,
  { reached, pass }: { readonly reached: () => boolean; readonly pass: (milliseconds: number) => Promise<void> },
): Promise<Value> {
  const awaited = watched(promise);
  await until(() => awaited.ended() || reached());
  for (let second = 0; second < LONGEST_SECONDS && !awaited.ended(); second += 1) {
    for (let turn = 0; turn < ENOUGH_TURNS && !awaited.ended(); turn += 1) await aTurn();
    if (!awaited.ended()) await pass(1_000);
  }
  return promise;
}
