import type { Instant } from '#shared/foundation/core/time';

/** The one source of time. Always real; only durations the service chooses itself are scaled. */
export interface Clock {
  now(): Instant;
}

/**
 * Multiplies the durations that the service chooses between two steps: gaps between attempts, the simulator's playing,
 * status checks of live bots, calendar polls and their back-off, the health of endpoints. 1 in production;
 * `--time-scale` sets it locally.
 */
export interface TimeScale {
  scaled(milliseconds: number): number;
}

/** Waits between the rounds of a lost race: full jitter, longer each round. */
export interface Backoff {
  pause(round: number): Promise<void>;
}

/** Runs something once after some milliseconds of real time. The answer cancels it. */
export type Timer = (milliseconds: number, run: () => void) => () => void;

/** Waits for some milliseconds, so that a long job leaves room for others. */
export type Sleep = (milliseconds: number) => Promise<void>;
