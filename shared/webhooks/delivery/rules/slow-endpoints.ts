import type { WebhookEndpointId } from '#shared/core/ids';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/core/time';

/** A fifth of the receiver's ten seconds: a queue of faster endpoints alone still sends several hundred a second. */
const SLOW_MS = 2 * SECOND_MS;
/** Half of it: one such attempt is enough, or each of a hundred processes would have to see several. */
const STUCK_MS = 5 * SECOND_MS;
/** Slow attempts one after the other, as one process sees them. */
const SLOW_AFTER = 5;
/** Without further attempts an endpoint counts as ordinary again after this time. */
const SLOW_FOR_MS = 5 * MINUTE_MS;

/** Slow endpoints, and until when each counts as slow. */
export type SlowEndpoints = Readonly<Partial<Record<WebhookEndpointId, Instant>>>;

/** The slow attempts in a row after one more, whatever its result: a timeout occupies a worker like a late response. */
export function slowInARow(before: number, { durationMs }: { readonly durationMs: number }): number {
  if (durationMs >= STUCK_MS) return SLOW_AFTER;
  return durationMs >= SLOW_MS ? before + 1 : 0;
}

export const isSlowAfter = (inARow: number): boolean => inARow >= SLOW_AFTER;

export const isSlowAt = (slow: SlowEndpoints, endpoint: WebhookEndpointId, now: Instant): boolean =>
  (slow[endpoint] ?? 0) > now;

/** Extended only in the second half of its time, so that a thousand slow responses are not a thousand writes. */
export const withSlow = (slow: SlowEndpoints, endpoint: WebhookEndpointId, now: Instant): SlowEndpoints =>
  isSlowAt(slow, endpoint, later(now, SLOW_FOR_MS / 2))
    ? slow
    : { ...stillSlow(slow, now), [endpoint]: later(now, SLOW_FOR_MS) };

/** Removes an endpoint that responds quickly again. */
export function withoutSlow(slow: SlowEndpoints, endpoint: WebhookEndpointId, now: Instant): SlowEndpoints {
  if (!isSlowAt(slow, endpoint, now)) return slow;
  const { [endpoint]: _, ...others } = stillSlow(slow, now);
  return others;
}

const stillSlow = (slow: SlowEndpoints, now: Instant): SlowEndpoints =>
  Object.fromEntries(Object.entries(slow).filter(([, until]) => until !== undefined && until > now));
