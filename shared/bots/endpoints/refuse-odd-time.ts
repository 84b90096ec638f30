import { unprocessable } from '#shared/core/refusal';
import { DAY_MS, type Instant, later, MINUTE_MS } from '#shared/core/time';

/** A bot asked for this long ago was forgotten; one for later than a year is a slip (decisions.md §5). */
const LATEST_BACK_MS = 5 * MINUTE_MS;
const FURTHEST_AHEAD_MS = 365 * DAY_MS;

export function refuseOddTime(joinAt: Instant | null | undefined, now: Instant): void {
  if (joinAt === null || joinAt === undefined) return;
  if (joinAt < later(now, -LATEST_BACK_MS))
    throw unprocessable('join_at', 'invalid', 'join_at lies more than five minutes back.');
  if (joinAt > later(now, FURTHEST_AHEAD_MS))
    throw unprocessable('join_at', 'invalid', 'join_at lies more than a year ahead.');
}
