import { later } from '#shared/foundation/core/time';
import { type Delivery, skip } from '#shared/webhooks/delivery/rules/delivery';
import { acquireLease, acquireLeaseForRedelivery } from '#shared/webhooks/delivery/rules/lease';
import { describe, expect, it } from '#test/support/jest';
import { aDeliveryIdentity, aPendingDelivery, aRetryingDelivery, noon } from './a-delivery.ts';

const aMessage = (over: Partial<Parameters<typeof acquireLease>[1]> = {}) => ({
  attempt: 1,
  now: noon,
  receiveCount: 1,
  token: 'mine',
  ...over,
});
const aDelivered: Delivery = { ...aDeliveryIdentity(), attemptsCount: 1, status: 'delivered', deliveredAt: noon };
const aFailed: Delivery = { ...aDeliveryIdentity(), attemptsCount: 21, status: 'failed' };
const anotherLease = { token: 'theirs', until: later(noon, 1) };

describe('the lease of a due delivery', () => {
  it('is acquired for twenty seconds', () => {
    const leased = { ...aPendingDelivery(), lease: { token: 'mine', until: later(noon, 20_000) } };

    expect(acquireLease(aPendingDelivery(), aMessage())).toEqual({ outcome: 'acquired', delivery: leased });
  });

  it('is acquired after another lease has expired', () => {
    const abandoned = aPendingDelivery({ lease: { token: 'theirs', until: noon } });

    expect(acquireLease(abandoned, aMessage())).toMatchObject({
      outcome: 'acquired',
      delivery: { lease: { token: 'mine' } },
    });
  });

  it('is not acquired while another lease is in force', () => {
    expect(acquireLease(aPendingDelivery({ lease: anotherLease }), aMessage())).toEqual({ outcome: 'leased' });
  });
});

describe('the lease of a delivery that is not due', () => {
  it('is refused as early', () => {
    const delivery = aRetryingDelivery({ dueAt: later(noon, 2_001) });

    expect(acquireLease(delivery, aMessage({ attempt: 2 }))).toEqual({ outcome: 'early' });
  });

  it('is acquired up to two seconds early, since SQS delays are whole seconds', () => {
    const delivery = aRetryingDelivery({ dueAt: later(noon, 2_000) });

    expect(acquireLease(delivery, aMessage({ attempt: 2 }))).toMatchObject({ outcome: 'acquired' });
  });
});

describe('a message for an attempt other than the next', () => {
  const delivery = aRetryingDelivery({ next: 3, dueAt: later(noon, 40_000) });

  it.each([1, 2, 4, 21])('is stale when it is received for the first time (attempt %i)', (attempt) => {
    expect(acquireLease(delivery, aMessage({ attempt }))).toEqual({ outcome: 'stale' });
  });

  it('schedules the next attempt when it is received again and was for the preceding one', () => {
    expect(acquireLease(delivery, aMessage({ attempt: 2, receiveCount: 2 }))).toEqual({ outcome: 'requeueNext' });
  });

  it('schedules the next attempt when that is overdue', () => {
    const overdue = aRetryingDelivery({ next: 3, dueAt: later(noon, -5) });

    expect(acquireLease(overdue, aMessage({ attempt: 2, receiveCount: 2 }))).toEqual({ outcome: 'requeueNext' });
  });

  it.each([1, 4])('schedules nothing for any other attempt (attempt %i)', (attempt) => {
    expect(acquireLease(delivery, aMessage({ attempt, receiveCount: 9 }))).toEqual({ outcome: 'stale' });
  });

  it('schedules nothing while another lease is in force', () => {
    const leasedByAnother = aRetryingDelivery({ next: 3, lease: anotherLease });

    expect(acquireLease(leasedByAnother, aMessage({ attempt: 2, receiveCount: 2 }))).toEqual({ outcome: 'leased' });
  });
});

describe('the lease of a delivery that has ended', () => {
  it.each([aDelivered, aFailed, skip(aPendingDelivery())])('is refused as done', (delivery) => {
    expect(acquireLease(delivery, aMessage())).toEqual({ outcome: 'done' });
  });
});

describe('the lease for a requested redelivery', () => {
  it.each([aDelivered, aFailed, skip(aPendingDelivery()), aRetryingDelivery({ dueAt: later(noon, 3_600_000) })])(
    'is acquired in any status and at any time',
    (delivery) => {
      expect(acquireLeaseForRedelivery(delivery, { now: noon, asking: 'mine', token: 'lease-1' })).toMatchObject({
        outcome: 'acquired',
        delivery: { status: delivery.status, lease: { token: 'lease-1', asking: 'mine' } },
      });
    },
  );

  it('is refused as done when the same request was carried out', () => {
    const redelivered = { ...aDelivered, redelivered: 'mine' };

    expect(acquireLeaseForRedelivery(redelivered, { now: noon, asking: 'mine', token: 'lease-1' })).toEqual({
      outcome: 'done',
    });
    expect(acquireLeaseForRedelivery(redelivered, { now: noon, asking: 'another', token: 'lease-1' })).toMatchObject({
      outcome: 'acquired',
    });
  });

  it('is refused as done from the hundredth attempt on, since every read shows all attempts', () => {
    const outcomeAfter = (attemptsCount: number) =>
      acquireLeaseForRedelivery({ ...aFailed, attemptsCount }, { now: noon, asking: 'mine', token: 'lease-1' }).outcome;

    expect([outcomeAfter(99), outcomeAfter(100), outcomeAfter(121)]).toEqual(['acquired', 'done', 'done']);
  });

  it('is not acquired while another lease is in force', () => {
    const leasedByAnother = aRetryingDelivery({ lease: anotherLease });

    expect(acquireLeaseForRedelivery(leasedByAnother, { now: noon, asking: 'mine', token: 'lease-1' })).toEqual({
      outcome: 'leased',
    });
  });
});

describe('skipping a delivery', () => {
  it('ends a waiting delivery and keeps its attempts', () => {
    const { next: _next, dueAt: _dueAt, ...kept } = aRetryingDelivery({});

    expect(skip(aRetryingDelivery({ lease: anotherLease }))).toEqual({ ...kept, status: 'skipped' });
  });

  it.each([aDelivered, aFailed])('leaves an ended delivery unchanged', (delivery) => {
    expect(skip(delivery)).toBe(delivery);
  });
});
