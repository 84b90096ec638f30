import { HOUR_MS, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { mayBePassedOver, passedOver } from '#shared/webhooks/delivery/rules/passed-over';
import { describe, expect, it } from '#test/support/jest';
import { aPendingDelivery, aRetryingDelivery, noon } from './a-delivery.ts';

const at = { now: noon, random: 0.5, timeScale: 1 };

/** How often a delivery of this moment is looked at until its last attempt, and when that is. */
function looks(failingForMs: number) {
  const since = later(noon, -failingForMs);
  let delivery = aRetryingDelivery({ dueAt: later(noon, 30 * SECOND_MS) });
  let count = 0;
  while (mayBePassedOver(delivery)) {
    const after = passedOver(delivery, { ...at, now: delivery.dueAt, since });
    if (after.status !== 'retrying') throw new Error('It does not wait.');
    delivery = after;
    count += 1;
  }
  return { count, endsAfterMs: delivery.dueAt - noon };
}

describe('an attempt that is passed over', () => {
  it('uses up its step in the schedule and no attempt, and ends the lease', () => {
    const before = aRetryingDelivery({ next: 3, attemptsCount: 2, lease: { token: 'mine', until: later(noon, 9) } });

    const after = passedOver(before, { ...at, since: later(noon, -HOUR_MS) });

    expect(after).toMatchObject({ status: 'retrying', next: 4, attemptsCount: 2, dueAt: later(noon, 2 * MINUTE_MS) });
    expect(after).not.toHaveProperty('lease');
  });

  it('is followed by a step half as long after as the endpoint acknowledges nothing, four hours later at most', () => {
    const dueIn = (hours: number) => {
      const after = passedOver(aRetryingDelivery({ next: 2 }), { ...at, since: later(noon, -hours * HOUR_MS) });
      return 'dueAt' in after ? (after.dueAt - noon) / HOUR_MS : undefined;
    };

    expect(dueIn(1)).toBeCloseTo(1 / 60);
    expect(dueIn(4)).toBeGreaterThanOrEqual(2);
    expect(dueIn(4)).toBeLessThan(3);
    expect(dueIn(500)).toBeGreaterThanOrEqual(4);
    expect(dueIn(500)).toBeLessThan(5);
  });

  it.each([0, 1, 5, 14, 500])(
    'ends with its last attempt in the time of the schedule: failing for %i hours',
    (hours) => {
      const { count, endsAfterMs } = looks(hours * HOUR_MS);

      expect(endsAfterMs).toBeGreaterThan(13 * HOUR_MS);
      expect(endsAfterMs).toBeLessThan(14.1 * HOUR_MS);
      expect(count).toBeLessThanOrEqual(hours >= 14 ? 4 : 19);
    },
  );

  it('is neither the first nor the last, nor one of a delivery that has ended', () => {
    expect([
      mayBePassedOver(aPendingDelivery()),
      mayBePassedOver(aRetryingDelivery({ next: 2 })),
      mayBePassedOver(aRetryingDelivery({ next: 20 })),
      mayBePassedOver(aRetryingDelivery({ next: 21 })),
    ]).toEqual([false, true, true, false]);
  });
});
