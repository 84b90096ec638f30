import type { Occurrence } from '#bin/demo/calendar/occurrences';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';

export interface ShiftedCalendar {
  readonly occurrences: readonly Occurrence[];
  readonly leftOut: number;
}

interface Shift {
  readonly now: Instant;
  /** Number of occurrences to keep. */
  readonly most: number;
}

/**
 * Bots join three minutes before the start: the first one in ten seconds, once the settings of its meeting are changed,
 * which a bot that joins keeps as they are.
 */
const LEAD_MS = 3 * MINUTE_MS + 10 * SECOND_MS;
const GAP_MS = 4 * SECOND_MS;

/**
 * Moves occurrences to the present: the first starts in little more than three minutes, the others follow seconds apart,
 * with their durations. All original starts are shifted by the same amount, which keeps occurrences of a series distinct.
 */
export function shiftCalendar(occurrences: readonly Occurrence[], { now, most }: Shift): ShiftedCalendar {
  const [first] = occurrences;
  if (!first) return { occurrences: [], leftOut: 0 };
  const start = later(now, LEAD_MS);
  const shiftMs = start - first.startsAt;
  const shifted = occurrences.slice(0, most).map((occurrence, index) => {
    const startsAt = later(start, index * GAP_MS);
    return {
      ...occurrence,
      startsAt,
      endsAt: later(startsAt, occurrence.endsAt - occurrence.startsAt),
      originalStartsAt: later(occurrence.originalStartsAt, shiftMs),
    };
  });
  return { occurrences: shifted, leftOut: occurrences.length - shifted.length };
}
