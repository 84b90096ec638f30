import type { WebhookEndpointId } from '#shared/core/ids';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/core/time';

/** A fifth of what a receiver may take: a line of nothing but faster ones still moves several hundred a second. */
const SLOW_MS = 2 * SECOND_MS;
/** Half of it: one such attempt says enough, or a hundred processes would each have to see some of their own. */
const STUCK_MS = 5 * SECOND_MS;
/** Slow attempts one after the other, as one process sees them. */
const SLOW_AFTER = 5;
/** An endpoint of which nobody hears anything is taken for an ordinary one again. */
const SLOW_FOR_MS = 5 * MINUTE_MS;

/** Endpoints with a line of their own, and until when. */
export type SlowEndpoints = Readonly<Partial<Record<WebhookEndpointId, Instant>>>;

/** How many slow attempts in a row one more makes; whatever came of it: a time-out takes a place as a late answer does. */
export function slowInARow(before: number, { durationMs }: { readonly durationMs: number }): number {
  if (durationMs >= STUCK_MS) return SLOW_AFTER;
  return durationMs >= SLOW_MS ? before + 1 : 0;
}

export const isSlowAfter = (inARow: number): boolean => inARow >= SLOW_AFTER;

export const isSlowAt = (slow: SlowEndpoints, endpoint: WebhookEndpointId, now: Instant): boolean =>
  (slow[endpoint] ?? 0) > now;

/** Its time begins anew once half of it is over, so that a thousand slow answers are not a thousand writes. */
export const withSlow = (slow: SlowEndpoints, endpoint: WebhookEndpointId, now: Instant): SlowEndpoints =>
  isSlowAt(slow, endpoint, later(now, SLOW_FOR_MS / 2))
    ? slow
    : { ...stillSlow(slow, now), [endpoint]: later(now, SLOW_FOR_MS) };

/** It answers again. */
export function withoutSlow(slow: SlowEndpoints, endpoint: WebhookEndpointId, now: Instant): SlowEndpoints {
  if (!isSlowAt(slow, endpoint, now)) return slow;
  const { [endpoint]: _, ...others } = stillSlow(slow, now);
  return others;
}

const stillSlow = (slow: SlowEndpoints, now: Instant): SlowEndpoints =>
  Object.fromEntries(Object.entries(slow).filter(([, until]) => until !== undefined && until > now));
