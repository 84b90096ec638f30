import type { Occurrence } from '#bin/demo/occurrences';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/core/time';

export interface MovedCalendar {
  readonly shown: readonly Occurrence[];
  readonly leftOut: number;
}

interface Move {
  readonly now: Instant;
  /** Those that come later are left out: more meetings than one can watch. */
  readonly most: number;
}

/** Bots join three minutes ahead, so that the first one joins at once. */
const AHEAD_MS = 3 * MINUTE_MS;
const GAP_MS = 4 * SECOND_MS;

/**
 * The calendar brought to this moment: the first occurrence starts in three minutes, the others follow seconds apart
 * in their order, each as long as it was. All original starts are shifted alike, so that what was one occurrence of a
 * series, or had been moved within it, still is.
 */
export function movedCalendar(occurrences: readonly Occurrence[], { now, most }: Move): MovedCalendar {
  const [first] = occurrences;
  if (!first) return { shown: [], leftOut: 0 };
  const start = later(now, AHEAD_MS);
  const shift = start - first.startsAt;
  const shown = occurrences.slice(0, most).map((occurrence, index) => {
    const startsAt = later(start, index * GAP_MS);
    return {
      ...occurrence,
      startsAt,
      endsAt: later(startsAt, occurrence.endsAt - occurrence.startsAt),
      originalStartsAt: later(occurrence.originalStartsAt, shift),
    };
  });
  return { shown, leftOut: occurrences.length - shown.length };
}
