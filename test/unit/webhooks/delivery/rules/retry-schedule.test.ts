import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HOUR_MS } from '#shared/core/time';
import { gapAfterAttempt, MAX_ATTEMPTS } from '#shared/webhooks/delivery/rules/retry-schedule';

const attemptBefore21 = fc.integer({ min: 1, max: 20 });
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const seconds = (attempt: number, at: number) => (gapAfterAttempt(attempt, at) ?? Number.NaN) / 1000;

describe('the gaps between attempts', () => {
  it('double from 30 seconds up to one hour', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((attempt) => seconds(attempt, 0.5))).toEqual([30, 60, 120, 240, 480, 960, 1920]);
  });

  it('are twenty: no gap follows attempt 21', () => {
    expect(MAX_ATTEMPTS).toBe(21);
    expect(gapAfterAttempt(20, 0)).toBeDefined();
    expect(gapAfterAttempt(21, 0)).toBeUndefined();
  });

  it('add up to about fourteen hours', () => {
    fc.assert(
      fc.property(fc.array(random, { minLength: 20, maxLength: 20 }), (draws) => {
        const total = draws.reduce((sum, draw, index) => sum + (gapAfterAttempt(index + 1, draw) ?? 0), 0);
        expect(total).toBeGreaterThan(13.2 * HOUR_MS);
        expect(total).toBeLessThan(14.1 * HOUR_MS);
      }),
    );
  });

  it('are at most an hour, in whole milliseconds', () => {
    fc.assert(
      fc.property(attemptBefore21, random, (attempt, draw) => {
        const gap = gapAfterAttempt(attempt, draw) ?? Number.NaN;
        expect(Number.isInteger(gap)).toBe(true);
        expect(gap).toBeLessThanOrEqual(HOUR_MS);
        expect(gap).toBeGreaterThanOrEqual(27_000);
      }),
    );
  });

  it('vary by ±10 % below the hour', () => {
    expect([seconds(1, 0), seconds(1, 1)]).toEqual([27, 33]);
    expect([seconds(7, 0), seconds(7, 1)]).toEqual([1728, 2112]);
  });

  it('are 1 to 5 % shorter at the hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 20 }), random, (attempt, draw) => {
        expect(seconds(attempt, draw)).toBeGreaterThanOrEqual(3420);
        expect(seconds(attempt, draw)).toBeLessThanOrEqual(3564);
      }),
    );
  });
});
