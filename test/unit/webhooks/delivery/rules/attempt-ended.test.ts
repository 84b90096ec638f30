import fc from 'fast-check';
import { HOUR_MS, later } from '#shared/foundation/core/time';
import type { AttemptOutcome } from '#shared/webhooks/delivery/rules/attempt';
import { attemptEnded, gapAfterAttempt, MAX_ATTEMPTS } from '#shared/webhooks/delivery/rules/attempt-ended';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import { describe, expect, it } from '#test/support/jest';
import {
  aDeliveryIdentity,
  aFailedOutcome,
  anOutcome,
  aPendingDelivery,
  aRetryingDelivery,
  noon,
} from './a-delivery.ts';

const at = { now: later(noon, 120), random: 0.5 };
const lease = { token: 'mine', until: later(noon, 30_000) };

const attemptBefore21 = fc.integer({ min: 1, max: 20 });
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('an attempt that ends with a 2xx', () => {
  it.each([200, 201, 202, 204, 226, 299])('makes the delivery delivered: %i', (responseStatus) => {
    const { delivery } = attemptEnded(aPendingDelivery({ lease }), anOutcome({ responseStatus }), at);

    expect(delivery).toEqual({
      ...aDeliveryIdentity(),
      attemptsCount: 1,
      firstAttempt: { ...anOutcome({ responseStatus }), number: 1 },
      status: 'delivered',
      deliveredAt: at.now,
    });
  });

  it('makes the delivery delivered at attempt 21 too', () => {
    const { delivery } = attemptEnded(aRetryingDelivery({ next: 21, attemptsCount: 20 }), anOutcome(), at);

    expect(delivery).toMatchObject({ status: 'delivered', attemptsCount: 21 });
  });
});

describe('an attempt that ends without a 2xx', () => {
  it.each([101, 199, 300, 301, 304, 400, 404, 410, 429, 500, 503, 999, null])('is retried: %p', (responseStatus) => {
    const { delivery } = attemptEnded(aPendingDelivery({ lease }), anOutcome({ responseStatus }), at);

    expect(delivery).toMatchObject({ status: 'retrying', next: 2, attemptsCount: 1 });
    expect(delivery).not.toHaveProperty('lease');
  });

  it('is retried one gap after its start, not after its end', () => {
    const outcome = aFailedOutcome({ attemptedAt: later(noon, 5), durationMs: 10_000 });

    const { delivery } = attemptEnded(aPendingDelivery(), outcome, { ...at, now: later(noon, 10_005) });

    expect(delivery).toMatchObject({ dueAt: later(noon, 30_005) });
  });

  it('is retried sooner when the deployment scales the schedule', () => {
    const { delivery } = attemptEnded(aPendingDelivery(), aFailedOutcome(), { ...at, timeScale: 0.01 });

    expect(delivery).toMatchObject({ dueAt: later(noon, 300) });
  });

  it('keeps the first attempt in the delivery and numbers the later ones', () => {
    const first = { ...aFailedOutcome(), number: 1 };

    const { delivery, attempt } = attemptEnded(aRetryingDelivery(), anOutcome({ responseStatus: 500 }), at);

    expect(attempt).toMatchObject({ number: 2, responseStatus: 500 });
    expect(delivery).toMatchObject({ attemptsCount: 2, firstAttempt: first });
  });

  it('makes the delivery failed at attempt 21', () => {
    const { delivery } = attemptEnded(aRetryingDelivery({ next: 21, attemptsCount: 20, lease }), aFailedOutcome(), at);

    expect(delivery).toEqual({
      ...aDeliveryIdentity(),
      attemptsCount: 21,
      firstAttempt: expect.anything(),
      status: 'failed',
    });
  });
});

describe('a manual attempt', () => {
  const manual = { trigger: 'manual' } as const;

  it('that succeeds ends the scheduled retry', () => {
    const { delivery } = attemptEnded(aRetryingDelivery({ lease }), anOutcome(manual), at);

    expect(delivery).toMatchObject({ status: 'delivered', attemptsCount: 2 });
    expect(delivery).not.toHaveProperty('dueAt');
  });

  it('that fails does not change the schedule', () => {
    const before = aRetryingDelivery({ next: 9, attemptsCount: 8, dueAt: later(noon, 99) });

    const { delivery, attempt } = attemptEnded(
      { ...before, lease: { ...lease, asking: 'asked' } },
      aFailedOutcome(manual),
      at,
    );

    expect(delivery).toEqual({ ...before, attemptsCount: 9, redelivered: 'asked' });
    expect(attempt).toMatchObject({ number: 9, trigger: 'manual' });
  });

  it('before the first automatic attempt has number 1, and leaves the delivery pending', () => {
    const { delivery } = attemptEnded(aPendingDelivery({ lease }), aFailedOutcome(manual), at);

    expect(delivery).toMatchObject({ status: 'pending', next: 1, attemptsCount: 1, firstAttempt: { number: 1 } });
  });

  const settled: readonly Delivery[] = [
    { ...aDeliveryIdentity(), attemptsCount: 3, status: 'delivered', deliveredAt: later(noon, -9) },
    { ...aDeliveryIdentity(), attemptsCount: 21, status: 'failed' },
    { ...aDeliveryIdentity(), attemptsCount: 0, status: 'skipped' },
  ];

  it.each(settled)('that fails leaves an ended delivery as it is: $status', (before) => {
    const { delivery } = attemptEnded({ ...before, lease }, aFailedOutcome(manual), at);

    expect(delivery).toMatchObject({ status: before.status, attemptsCount: before.attemptsCount + 1 });
    expect(delivery).not.toHaveProperty('lease');
  });

  it.each(settled)(
    'that succeeds makes an ended delivery delivered, and keeps an earlier time of delivery: $status',
    (before) => {
      const { delivery } = attemptEnded({ ...before, lease }, anOutcome(manual), at);

      const deliveredAt = before.status === 'delivered' ? before.deliveredAt : at.now;
      expect(delivery).toMatchObject({ status: 'delivered', deliveredAt });
    },
  );
});

describe('a receiver that asks for time with Retry-After', () => {
  const asking = (retryAfter: string, responseStatus: number | null = 503) =>
    anOutcome({ responseStatus, responseHeaders: { 'retry-after': retryAfter }, durationMs: 2_000 });
  const dueIn = (outcome: AttemptOutcome, before: Delivery = aPendingDelivery(), drawn: number = at.random) => {
    const { delivery } = attemptEnded(before, outcome, { ...at, random: drawn });
    return 'dueAt' in delivery ? (delivery.dueAt - outcome.attemptedAt) / 1_000 : undefined;
  };

  it.each([429, 503])('gets the next attempt at that moment, counted from its response: %i', (status) => {
    expect(dueIn(asking('300', status), undefined, 0)).toBe(302);
    expect(dueIn(asking(new Date(later(noon, 300_000)).toUTCString(), status), undefined, 0)).toBe(300);
  });

  it('gets it up to a tenth later than that, so that a million that are asked for one moment do not come at once', () => {
    const drawn = Array.from({ length: 100 }, (_, nth) => dueIn(asking('300'), undefined, nth / 100) ?? 0);

    expect(new Set(drawn).size).toBe(100);
    expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([302, 331.7]);
  });

  it.each(['0', '-5', '26', 'Thu, 01 Jan 1970 00:00:00 GMT', 'soon', '1e309', ''])(
    'does not get it before its step in the schedule: %j',
    (retryAfter) => {
      expect(dueIn(asking(retryAfter))).toBe(30);
    },
  );

  it.each(['3600', '99999999', '9999999999', '100000000000000000000', 'Fri, 12 Oct 2096 12:00:00 GMT'])(
    'gets it within an hour, whatever it asks for: %s',
    (retryAfter) => {
      expect(dueIn(asking(retryAfter))).toBe(3_492);
    },
  );

  it.each([200, 301, 400, 404, 410, 500, 502, 504, null])('is not heard with another status: %p', (status) => {
    expect(dueIn(asking('300', status))).toBe(status === 200 ? undefined : 30);
  });

  it('does not move the schedule by a manual attempt', () => {
    const before = aRetryingDelivery({ dueAt: later(noon, 40_000) });

    expect(dueIn({ ...asking('300'), trigger: 'manual' }, before)).toBe(40);
  });

  it('still has 21 attempts', () => {
    const last = aRetryingDelivery({ next: 21, attemptsCount: 20 });

    expect(attemptEnded(last, asking('300'), at).delivery.status).toBe('failed');
  });

  it('is waited for no longer on a deployment with a scaled schedule', () => {
    const { delivery } = attemptEnded(aPendingDelivery(), asking('300'), { ...at, timeScale: 0.01 });

    expect(delivery).toMatchObject({ dueAt: later(noon, 34_920) });
  });

  it('never makes a gap shorter than the schedule or longer than an hour', () => {
    fc.assert(
      fc.property(attemptBefore21, random, fc.oneof(fc.string(), fc.nat().map(String)), (attempt, draw, retryAfter) => {
        const before = aRetryingDelivery({ next: attempt, attemptsCount: attempt - 1 });
        const gapWith = (header: string) => {
          const { delivery } = attemptEnded(before, asking(header, 429), { now: at.now, random: draw });
          return 'dueAt' in delivery ? delivery.dueAt - noon : Number.NaN;
        };
        expect(gapWith(retryAfter)).toBeGreaterThanOrEqual(gapWith(''));
        expect(gapWith(retryAfter)).toBeLessThanOrEqual(HOUR_MS);
      }),
    );
  });
});

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
