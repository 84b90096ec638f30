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
  it.each([200, 201, 202, 204, 226, 299])('delivers: %i', (responseStatus) => {
    const { delivery } = attemptEnded(aPendingDelivery({ lease }), anOutcome({ responseStatus }), at);

    expect(delivery).toEqual({
      ...aDeliveryIdentity(),
      attemptsCount: 1,
      firstAttempt: { ...anOutcome({ responseStatus }), number: 1 },
      status: 'delivered',
      deliveredAt: at.now,
    });
  });

  it('delivers at the twenty-first time too', () => {
    const { delivery } = attemptEnded(aRetryingDelivery({ next: 21, attemptsCount: 20 }), anOutcome(), at);

    expect(delivery).toMatchObject({ status: 'delivered', attemptsCount: 21 });
  });
});

describe('an attempt that ends otherwise', () => {
  it.each([101, 199, 300, 301, 304, 400, 404, 410, 429, 500, 503, 999, null])('is retried: %p', (responseStatus) => {
    const { delivery } = attemptEnded(aPendingDelivery({ lease }), anOutcome({ responseStatus }), at);

    expect(delivery).toMatchObject({ status: 'retrying', next: 2, attemptsCount: 1 });
    expect(delivery).not.toHaveProperty('lease');
  });

  it('is retried a gap after it began, not after it ended', () => {
    const outcome = aFailedOutcome({ attemptedAt: later(noon, 5), durationMs: 10_000 });

    const { delivery } = attemptEnded(aPendingDelivery(), outcome, { ...at, now: later(noon, 10_005) });

    expect(delivery).toMatchObject({ dueAt: later(noon, 30_005) });
  });

  it('is retried sooner where the deployment scales the schedule', () => {
    const { delivery } = attemptEnded(aPendingDelivery(), aFailedOutcome(), { ...at, timeScale: 0.01 });

    expect(delivery).toMatchObject({ dueAt: later(noon, 300) });
  });

  it('keeps the first attempt in the delivery and numbers the later ones', () => {
    const first = { ...aFailedOutcome(), number: 1 };

    const { delivery, attempt } = attemptEnded(aRetryingDelivery(), anOutcome({ responseStatus: 500 }), at);

    expect(attempt).toMatchObject({ number: 2, responseStatus: 500 });
    expect(delivery).toMatchObject({ attemptsCount: 2, firstAttempt: first });
  });

  it('fails at the twenty-first', () => {
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

  it('that succeeds ends the pending retry', () => {
    const { delivery } = attemptEnded(aRetryingDelivery({ lease }), anOutcome(manual), at);

    expect(delivery).toMatchObject({ status: 'delivered', attemptsCount: 2 });
    expect(delivery).not.toHaveProperty('dueAt');
  });

  it('that fails moves nothing in the schedule', () => {
    const before = aRetryingDelivery({ next: 9, attemptsCount: 8, dueAt: later(noon, 99) });

    const { delivery, attempt } = attemptEnded(
      { ...before, lease: { ...lease, asking: 'asked' } },
      aFailedOutcome(manual),
      at,
    );

    expect(delivery).toEqual({ ...before, attemptsCount: 9, redelivered: 'asked' });
    expect(attempt).toMatchObject({ number: 9, trigger: 'manual' });
  });

  it('before the first automatic one is number 1, and leaves that pending', () => {
    const { delivery } = attemptEnded(aPendingDelivery({ lease }), aFailedOutcome(manual), at);

    expect(delivery).toMatchObject({ status: 'pending', next: 1, attemptsCount: 1, firstAttempt: { number: 1 } });
  });

  const settled: readonly Delivery[] = [
    { ...aDeliveryIdentity(), attemptsCount: 3, status: 'delivered', deliveredAt: later(noon, -9) },
    { ...aDeliveryIdentity(), attemptsCount: 21, status: 'failed' },
    { ...aDeliveryIdentity(), attemptsCount: 0, status: 'skipped' },
  ];

  it.each(settled)('that fails leaves a settled delivery settled: $status', (before) => {
    const { delivery } = attemptEnded({ ...before, lease }, aFailedOutcome(manual), at);

    expect(delivery).toMatchObject({ status: before.status, attemptsCount: before.attemptsCount + 1 });
    expect(delivery).not.toHaveProperty('lease');
  });

  it.each(settled)('that succeeds delivers what was not, and keeps the first time of what was: $status', (before) => {
    const { delivery } = attemptEnded({ ...before, lease }, anOutcome(manual), at);

    const deliveredAt = before.status === 'delivered' ? before.deliveredAt : at.now;
    expect(delivery).toMatchObject({ status: 'delivered', deliveredAt });
  });
});
