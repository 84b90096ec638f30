import { type Instant, later } from '#shared/foundation/core/time';

/** Monday, 2 November 2026, 10:00 UTC, until it is moved. */
export const MONDAY = Date.UTC(2026, 10, 2, 10) as Instant;

export function aClock(start: Instant = MONDAY) {
  let now = start;
  return {
    now: () => now,
    pass(milliseconds: number) {
      now = later(now, milliseconds);
    },
  };
}
