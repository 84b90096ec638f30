import { type Instant, later, MINUTE_MS } from '#shared/core/time';

/** How a recorder does, over all bots of the deployment. */
export interface RecorderHealth {
  /** Failures since the last success. */
  readonly failures: number;
  /** Until when it gets no bot; null while it does not rest. */
  readonly restsUntil: Instant | null;
}

export const WELL: RecorderHealth = { failures: 0, restsUntil: null };

const FAILURES_BEFORE_REST = 3;
const FIRST_REST_MS = MINUTE_MS;
const LONGEST_REST_MS = 15 * MINUTE_MS;

/** Three failures running begin a rest of a minute; each further one doubles it, up to 15 minutes. */
export function afterFailure({ failures: before }: RecorderHealth, now: Instant): RecorderHealth {
  const failures = before + 1;
  return { failures, restsUntil: failures < FAILURES_BEFORE_REST ? null : later(now, restMs(failures)) };
}

/** `open`: it takes every bot. `resting`: none. `trial`: its rest is over, and one bot tries it. */
export function healthAt({ restsUntil }: RecorderHealth, now: Instant): 'open' | 'resting' | 'trial' {
  if (restsUntil === null) return 'open';
  return now < restsUntil ? 'resting' : 'trial';
}

/** One bot tries it: for all others it rests on, until that bot has succeeded. */
export const onTrial = (health: RecorderHealth, now: Instant): RecorderHealth => ({
  ...health,
  restsUntil: later(now, restMs(health.failures)),
});

const restMs = (failures: number): number =>
  Math.min(FIRST_REST_MS * 2 ** Math.max(0, failures - FAILURES_BEFORE_REST), LONGEST_REST_MS);
