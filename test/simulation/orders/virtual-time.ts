import { type Instant, later, SECOND_MS } from '#shared/foundation/core/time';
import type { SetClock } from '#test/support/api';

/** Of the clock, between two looks. */
const LOOK_MS = 5 * SECOND_MS;

interface Timer {
  readonly at: Instant;
  readonly wake: () => void;
}

/** Turns of the event loop in which all that is not waiting for a timer comes to its next timer. */
const TURNS = 4;

/** Work that waits on the clock of a world: the clock goes on to the next timer once all else is at rest. */
export function virtualTime(clock: SetClock) {
  const timers: Timer[] = [];
  const add = (at: Instant, wake: () => void) => {
    const next = timers.findIndex((other) => other.at > at);
    timers.splice(next < 0 ? timers.length : next, 0, { at, wake });
  };
  return {
    wait: (milliseconds: number): Promise<void> =>
      new Promise((resolve) => add(later(clock.now(), milliseconds), resolve)),
    begin: add,
    isIdle: () => timers.length === 0,
    /** Wakes what waits, in the order of time, until nothing does or a time is reached; looks at what is stored every few seconds. */
    async run(end: Instant, look: () => Promise<void>): Promise<void> {
      let lookAt = clock.now();
      for (;;) {
        for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        if (clock.now() >= lookAt) {
          await look();
          lookAt = later(clock.now(), LOOK_MS);
        }
        const next = timers.shift();
        if (!next || next.at > end) return;
        clock.set(Math.max(clock.now(), next.at) as Instant);
        next.wake();
      }
    },
  };
}
export type VirtualTime = ReturnType<typeof virtualTime>;
