import type { Instant } from '#shared/core/time';

/** The one source of time. Always real; only durations the service chooses itself are scaled. */
export interface Clock {
  now(): Instant;
}

/**
 * Stretches or shrinks the durations that the service chooses between two steps (gaps between attempts, the
 * simulator's playing, looks at live bots, retention). 1 in production; `--time-scale` sets it locally.
 */
export interface Pace {
  scaled(milliseconds: number): number;
}
