import { describe, expect, it } from '@jest/globals';
import { later } from '#shared/core/time';
import { attemptEnded } from '#shared/webhooks/delivery/rules/attempt-ended';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
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
