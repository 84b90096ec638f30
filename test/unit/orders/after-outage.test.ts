import { DAY_MS, type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { afterOutage } from '#shared/texts/orders/commands/operation-progress';
import { describe, expect, it } from '#test/support/jest';

const SINCE = Date.parse('2026-11-28T09:00:00Z') as Instant;

describe('an engine that is out of order', () => {
  it('is asked again ten seconds after it was found so', () => {
    expect(afterOutage(null, SINCE)).toEqual({ unavailableSince: SINCE, notBefore: later(SINCE, 10 * SECOND_MS) });
  });

  it.each([
    [5 * SECOND_MS, 10 * SECOND_MS],
    [45 * SECOND_MS, 45 * SECOND_MS],
    [2 * MINUTE_MS, 2 * MINUTE_MS],
    [DAY_MS - 1, 2 * MINUTE_MS],
  ])('is asked again, %d ms later, after %d ms', (passedMs, waitMs) => {
    const now = later(SINCE, passedMs);

    expect(afterOutage(SINCE, now)).toEqual({ unavailableSince: SINCE, notBefore: later(now, waitMs) });
  });

  it('is given up after a day', () => {
    expect(afterOutage(SINCE, later(SINCE, DAY_MS))).toBe('given up');
  });
});
