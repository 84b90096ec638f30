import { unprocessable } from '#shared/core/refusal';
import { DAY_MS, type Instant, later, MINUTE_MS } from '#shared/core/time';

/** How far `join_at` may lie in the past and in the future: docs/limits-and-rules.md#sizes. */
const LATEST_BACK_MS = 5 * MINUTE_MS;
const FURTHEST_AHEAD_MS = 365 * DAY_MS;

/** Refuses a join time in the past or more than a year ahead. */
export function refuseJoinTime(joinAt: Instant | null | undefined, now: Instant): void {
  if (joinAt === null || joinAt === undefined) return;
  if (joinAt < later(now, -LATEST_BACK_MS))
    throw unprocessable('join_at', 'invalid', 'join_at is more than five minutes in the past.');
  if (joinAt > later(now, FURTHEST_AHEAD_MS))
    throw unprocessable('join_at', 'invalid', 'join_at is more than a year in the future.');
}
