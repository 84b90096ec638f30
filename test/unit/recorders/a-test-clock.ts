import type { Clock } from '#shared/foundation/core/clock';
import { type Instant, later } from '#shared/foundation/core/time';

export const noon = Date.parse('2026-11-23T12:00:00Z') as Instant;

/** A clock that stands at noon until time passes. */
export function aTestClock(): Clock & { pass(milliseconds: number): void } {
  let now = noon;
  return {
    now: () => now,
    pass(milliseconds) {
      now = later(now, milliseconds);
    },
  };
}
