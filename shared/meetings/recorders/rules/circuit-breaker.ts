import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';

/** The circuit breaker of a recorder, over all bots of the deployment. */
export interface CircuitBreaker {
  /** Failures since the last success. */
  readonly failures: number;
  /** Until when the recorder gets no bot; null while the circuit is closed. */
  readonly openUntil: Instant | null;
}

export const CLOSED: CircuitBreaker = { failures: 0, openUntil: null };

const FAILURES_BEFORE_OPEN = 3;
const FIRST_OPEN_MS = MINUTE_MS;
const LONGEST_OPEN_MS = 15 * MINUTE_MS;

/**
 * Three failures running open the circuit for a minute. While it is open, further ones change nothing: they are of bots
 * that the recorder was asked for before. After it, each doubles the time, up to 15 minutes.
 */
export function afterFailure(circuit: CircuitBreaker, now: Instant): CircuitBreaker {
  if (circuitAt(circuit, now) === 'open') return circuit;
  const failures = circuit.failures + 1;
  return { failures, openUntil: failures < FAILURES_BEFORE_OPEN ? null : later(now, openMs(failures)) };
}

/** `closed`: the recorder gets every bot. `open`: none. `half_open`: one bot, on trial. */
export function circuitAt({ openUntil }: CircuitBreaker, now: Instant): 'closed' | 'open' | 'half_open' {
  if (openUntil === null) return 'closed';
  return now < openUntil ? 'open' : 'half_open';
}

/** One bot is on trial: for all others the circuit is open again, as if the bot had failed, until it has succeeded. */
export const onTrial = (circuit: CircuitBreaker, now: Instant): CircuitBreaker => afterFailure(circuit, now);

/**
 * The recorder answered about a bot, which says neither that it records nor that it fails: a refusal that the request
 * itself may be the reason of, or no room. While the circuit is open, the next bot is on trial at once, and the trial that
 * said nothing is not counted.
 */
export function afterNeutral(circuit: CircuitBreaker, now: Instant): CircuitBreaker {
  if (circuitAt(circuit, now) !== 'open') return circuit;
  return { failures: Math.max(circuit.failures - 1, FAILURES_BEFORE_OPEN - 1), openUntil: now };
}

const openMs = (failures: number): number =>
  Math.min(FIRST_OPEN_MS * 2 ** Math.max(0, failures - FAILURES_BEFORE_OPEN), LONGEST_OPEN_MS);
