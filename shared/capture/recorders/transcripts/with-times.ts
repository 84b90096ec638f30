/** A word as an engine heard it, in seconds: aligners give none to what they have no sound for, as `2016` or `£13.60`. */
interface Heard {
  readonly start?: number | null | undefined;
  readonly end?: number | null | undefined;
}

/** Seconds. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Items in the order in which they were said, each with times: those without a start share the time between their
 * neighbours, and at the ends that up to the ends of the span. Without an end, an item ends where it starts.
 */
export function withTimes<Item extends Heard>(items: readonly Item[], span?: Span): readonly (Item & Span)[] {
  const timed = items.map((item) => (typeof item.start === 'number' ? timesOf(item, item.start) : undefined));
  const last = timed.findLastIndex((times) => times !== undefined);
  const first = timed.find((times) => times !== undefined)?.start;
  const ends = span ?? { start: first ?? 0, end: timed[last]?.end ?? 0 };
  return items.map((item, nth) => ({ ...item, ...(timed[nth] ?? placeOf(nth, timed, ends)) }));
}

const timesOf = ({ end }: Heard, start: number): Span => ({ start, end: Math.max(start, end ?? start) });

/** Of one of the items without times that stand between two with times. */
function placeOf(nth: number, timed: readonly (Span | undefined)[], ends: Span): Span {
  const before = timed.findLastIndex((times, index) => index < nth && times !== undefined);
  const behind = timed.findIndex((times, index) => index > nth && times !== undefined);
  const next = timed[behind]?.start ?? ends.end;
  const from = timed[before]?.end ?? Math.min(ends.start, next);
  const share = Math.max(0, next - from) / ((behind < 0 ? timed.length : behind) - before - 1);
  const start = from + share * (nth - before - 1);
  return { start: toMilliseconds(start), end: toMilliseconds(start + share) };
}

/** Seconds, rounded to a millisecond. */
export const toMilliseconds = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;
