import { type Instant, later, MINUTE_MS } from '#shared/core/time';

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

/** Three failures running open the circuit for a minute; each further one doubles that, up to 15 minutes. */
export function afterFailure({ failures: before }: CircuitBreaker, now: Instant): CircuitBreaker {
  const failures = before + 1;
  return { failures, openUntil: failures < FAILURES_BEFORE_OPEN ? null : later(now, openMs(failures)) };
}

/** `closed`: the recorder gets every bot. `open`: none. `half_open`: one bot, on trial. */
export function circuitAt({ openUntil }: CircuitBreaker, now: Instant): 'closed' | 'open' | 'half_open' {
  if (openUntil === null) return 'closed';
  return now < openUntil ? 'open' : 'half_open';
}

/** One bot is on trial: for all others the circuit is open again, until that bot has succeeded. */
export const onTrial = (circuit: CircuitBreaker, now: Instant): CircuitBreaker => ({
  ...circuit,
  openUntil: later(now, openMs(circuit.failures)),
});

const openMs = (failures: number): number =>
  Math.min(FIRST_OPEN_MS * 2 ** Math.max(0, failures - FAILURES_BEFORE_OPEN), LONGEST_OPEN_MS);
