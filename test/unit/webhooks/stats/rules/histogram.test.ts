import fc from 'fast-check';
import { BUCKETS, boundOf, bucketOf, percentileOf } from '#shared/webhooks/stats/rules/histogram';
import { describe, expect, it } from '#test/support/jest';

const LONGEST_MS = 12_589;
const duration = fc.integer({ min: 0, max: LONGEST_MS });

describe('the bucket of a duration', () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 4],
    [10, 10],
    [11, 11],
    [100, 20],
    [1_000, 30],
    [10_000, 40],
    [10_001, 41],
    [600_000, 41],
  ])('of %i ms is %i', (durationMs, bucket) => {
    expect(bucketOf(durationMs)).toBe(bucket);
  });

  it('has a bound that is not below the duration, and at most 26 % above it', () => {
    fc.assert(
      fc.property(duration, (durationMs) => {
        const bound = boundOf(bucketOf(durationMs));
        expect(bound).toBeGreaterThanOrEqual(durationMs);
        expect(bound).toBeLessThanOrEqual(Math.max(1, durationMs * 1.26));
      }),
    );
  });
});

describe('a percentile', () => {
  const histogramOf = (durations: readonly number[]) => {
    const histogram: Record<number, number> = {};
    for (const one of durations) histogram[bucketOf(one)] = (histogram[bucketOf(one)] ?? 0) + 1;
    return histogram;
  };

  it('is that of the durations themselves, rounded up by at most 26 %', () => {
    fc.assert(
      fc.property(
        fc.array(duration, { minLength: 1, maxLength: 200 }),
        fc.integer({ min: 1, max: 100 }),
        (durations, percent) => {
          const sorted = [...durations].sort((one, other) => one - other);
          const exact = sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0;
          const found = percentileOf(histogramOf(durations), percent) ?? Number.NaN;
          expect(found).toBeGreaterThanOrEqual(exact);
          expect(found).toBeLessThanOrEqual(Math.max(1, exact * 1.26));
        },
      ),
    );
  });

  it('of nothing is null', () => {
    expect(percentileOf({}, 50)).toBeNull();
  });

  it('of the longest attempt is the last bound', () => {
    expect(percentileOf({ [BUCKETS - 1]: 1 }, 95)).toBe(LONGEST_MS);
  });
});
