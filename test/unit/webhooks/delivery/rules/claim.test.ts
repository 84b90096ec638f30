import { describe, expect, it } from '@jest/globals';
import { later } from '#shared/core/time';
import { claim, claimManually, isHeldBy } from '#shared/webhooks/delivery/rules/claim';
import { type Delivery, skip } from '#shared/webhooks/delivery/rules/delivery';
import { aDeliveryIdentity, aPendingDelivery, aRetryingDelivery, noon } from './a-delivery.ts';

const aWakeUp = (over: Partial<Parameters<typeof claim>[1]> = {}) => ({
  attempt: 1,
  now: noon,
  receiveCount: 1,
  token: 'mine',
  ...over,
});
const aDelivered: Delivery = { ...aDeliveryIdentity(), attemptsCount: 1, status: 'delivered', deliveredAt: noon };
const aFailed: Delivery = { ...aDeliveryIdentity(), attemptsCount: 21, status: 'failed' };
const someoneElses = { token: 'theirs', until: later(noon, 1) };

describe('claiming a delivery that is due', () => {
  it('leases it for thirty seconds', () => {
    const claimed = { ...aPendingDelivery(), lease: { token: 'mine', until: later(noon, 30_000) } };

    expect(claim(aPendingDelivery(), aWakeUp())).toEqual({ outcome: 'claimed', delivery: claimed });
    expect(isHeldBy(claimed, 'mine')).toBe(true);
    expect(isHeldBy(claimed, 'theirs')).toBe(false);
  });

  it('takes over from a holder whose lease ran out', () => {
    const abandoned = aPendingDelivery({ lease: { token: 'theirs', until: noon } });

    expect(claim(abandoned, aWakeUp())).toMatchObject({ outcome: 'claimed', delivery: { lease: { token: 'mine' } } });
  });

  it('leaves it to a holder whose lease still runs', () => {
    expect(claim(aPendingDelivery({ lease: someoneElses }), aWakeUp())).toEqual({ outcome: 'leased' });
  });
});

describe('claiming a delivery before its time', () => {
  it('is early by what is left', () => {
    const delivery = aRetryingDelivery({ dueAt: later(noon, 2_001) });

    expect(claim(delivery, aWakeUp({ attempt: 2 }))).toEqual({ outcome: 'early', delayMs: 2_001 });
  });

  it('is on time within two seconds, for a queue counts in whole ones', () => {
    const delivery = aRetryingDelivery({ dueAt: later(noon, 2_000) });

    expect(claim(delivery, aWakeUp({ attempt: 2 }))).toMatchObject({ outcome: 'claimed' });
  });
});

describe('a wake-up for another attempt than the next', () => {
  const delivery = aRetryingDelivery({ next: 3, dueAt: later(noon, 40_000) });

  it.each([1, 2, 4, 21])('is stale the first time it is received (attempt %i)', (attempt) => {
    expect(claim(delivery, aWakeUp({ attempt }))).toEqual({ outcome: 'stale' });
  });

  it('heals when it is received again and was for the one just before', () => {
    expect(claim(delivery, aWakeUp({ attempt: 2, receiveCount: 2 }))).toEqual({
      outcome: 'staleHeal',
      attempt: 3,
      delayMs: 40_000,
    });
  });

  it('heals at once when the next is overdue', () => {
    const overdue = aRetryingDelivery({ next: 3, dueAt: later(noon, -5) });

    expect(claim(overdue, aWakeUp({ attempt: 2, receiveCount: 2 }))).toMatchObject({ delayMs: 0 });
  });

  it.each([1, 4])('does not heal for any other (attempt %i)', (attempt) => {
    expect(claim(delivery, aWakeUp({ attempt, receiveCount: 9 }))).toEqual({ outcome: 'stale' });
  });

  it('does not heal while someone is sending', () => {
    const held = aRetryingDelivery({ next: 3, lease: someoneElses });

    expect(claim(held, aWakeUp({ attempt: 2, receiveCount: 2 }))).toEqual({ outcome: 'leased' });
  });
});

describe('claiming a delivery that is settled', () => {
  it.each([aDelivered, aFailed, skip(aPendingDelivery())])('is done', (delivery) => {
    expect(claim(delivery, aWakeUp())).toEqual({ outcome: 'done' });
  });
});

describe('claiming for a redelivery someone asked for', () => {
  it.each([aDelivered, aFailed, skip(aPendingDelivery()), aRetryingDelivery({ dueAt: later(noon, 3_600_000) })])(
    'takes it in any status and at any time',
    (delivery) => {
      expect(claimManually(delivery, { now: noon, asking: 'mine', token: 'claim-1' })).toMatchObject({
        outcome: 'claimed',
        delivery: { status: delivery.status, lease: { token: 'claim-1', asking: 'mine' } },
      });
    },
  );

  it('is done where that very asking was carried out', () => {
    const redelivered = { ...aDelivered, redelivered: 'mine' };

    expect(claimManually(redelivered, { now: noon, asking: 'mine', token: 'claim-1' })).toEqual({ outcome: 'done' });
    expect(claimManually(redelivered, { now: noon, asking: 'another', token: 'claim-1' })).toMatchObject({
      outcome: 'claimed',
    });
  });

  it('waits for whoever is sending', () => {
    const held = aRetryingDelivery({ lease: someoneElses });

    expect(claimManually(held, { now: noon, asking: 'mine', token: 'claim-1' })).toEqual({ outcome: 'leased' });
  });
});

describe('skipping', () => {
  it('settles what waits and keeps what was tried', () => {
    const { next: _next, dueAt: _dueAt, ...kept } = aRetryingDelivery({});

    expect(skip(aRetryingDelivery({ lease: someoneElses }))).toEqual({ ...kept, status: 'skipped' });
  });

  it.each([aDelivered, aFailed])('leaves what is settled', (delivery) => {
    expect(skip(delivery)).toBe(delivery);
  });
});
