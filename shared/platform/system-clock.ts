import type { Backoff } from '#shared/core/backoff';
import type { Clock, Pace } from '#shared/core/clock';
import type { Sleep } from '#shared/core/sleep';
import type { Instant } from '#shared/core/time';

export const systemClock: Clock = { now: () => Date.now() as Instant };

export const paceOf = (timeScale: number): Pace => ({ scaled: (milliseconds) => milliseconds * timeScale });

/** Exponential backoff with full jitter: a pause of up to 20, 40, 80 … ms, so that competing writers spread out. */
export const fullJitter: Backoff = {
  pause: (round) => new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** round)),
};

export const realRest: Sleep = { rest: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)) };
