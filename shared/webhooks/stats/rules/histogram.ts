/** Ten buckets for each power of ten, the preferred numbers R10 of ISO 3: each bound is 26 % above the one before. */
const PER_DECADE = 10;
/** Up to 12.6 s: an attempt ends after 10 s, and a second for the body. */
export const BUCKETS = 42;

/** How many attempts took so long, by bucket. */
export type Histogram = Readonly<Partial<Record<number, number>>>;

/** The bucket of a duration in milliseconds: 0 up to 1 ms, 10 up to 10 ms, 41 for all beyond 10 s. */
export function bucketOf(durationMs: number): number {
  // The logarithm of a bound itself may come out a trifle above it.
  const bucket = Math.ceil(PER_DECADE * Math.log10(Math.max(1, durationMs)) - 1e-9);
  return Math.min(Math.max(0, bucket), BUCKETS - 1);
}

/** The longest duration of a bucket, in whole milliseconds. */
export const boundOf = (bucket: number): number => Math.floor(10 ** (bucket / PER_DECADE) + 1e-9);

/**
 * The bound of the bucket that the percentile is in (nearest rank): at most 26 % above the duration itself, and never
 * below it. Null where nothing was counted.
 */
export function percentileOf(histogram: Histogram, percent: number): number | null {
  const counts = Array.from({ length: BUCKETS }, (_, bucket) => histogram[bucket] ?? 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = Math.ceil((percent / 100) * total);
  let seen = 0;
  const found = counts.findIndex((count) => {
    seen += count;
    return seen >= rank;
  });
  return boundOf(found);
}
