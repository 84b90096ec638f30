import type { Backoff, Clock, Sleep, Timer, TimeScale } from '#shared/foundation/core/clock';
import type { Instant } from '#shared/foundation/core/time';

export const systemClock: Clock = { now: () => Date.now() as Instant };

export const timeScaleOf = (factor: number): TimeScale => ({ scaled: (milliseconds) => milliseconds * factor });

/** Exponential backoff with full jitter: a pause of up to 20, 40, 80 … ms, so that competing writers spread out. */
export const fullJitter: Backoff = {
  pause: (round) => sleep(Math.random() * 20 * 2 ** round),
};

export const systemTimer: Timer = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};

export const sleep: Sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
