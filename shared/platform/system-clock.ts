import type { Clock, Pace } from '#shared/core/clock';
import type { Patience } from '#shared/core/patience';
import type { Rest } from '#shared/core/rest';
import type { Instant } from '#shared/core/time';

export const systemClock: Clock = { now: () => Date.now() as Instant };

export const paceOf = (timeScale: number): Pace => ({ scaled: (milliseconds) => milliseconds * timeScale });

/** A lost race is tried again after up to 20, 40, 80 … ms, anywhere in that span: rivals spread out. */
export const fullJitter: Patience = {
  pause: (round) => new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** round)),
};

export const realRest: Rest = { rest: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)) };
