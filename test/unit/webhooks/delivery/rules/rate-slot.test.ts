import fc from 'fast-check';
import { later, SECOND_MS } from '#shared/foundation/core/time';
import type { RateSlot } from '#shared/webhooks/delivery/rules/delivery';
import { newDelivery } from '#shared/webhooks/delivery/rules/delivery';
import { isAhead, MAX_RATE, nextTry, slotGap, slotOf, withSlot } from '#shared/webhooks/delivery/rules/rate-slot';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { aDeliveryIdentity } from './a-delivery.ts';

const pending = newDelivery(aDeliveryIdentity());
const leased = { ...pending, lease: { token: 't', until: later(noon, 20_000) } };
const inAMinute = later(noon, 60_000);

describe('the slots of an endpoint', () => {
  it('are never more in a second than its rate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_RATE }), (rate) => {
        expect(rate * slotGap(rate)).toBeGreaterThanOrEqual(1_000_000);
        expect((rate - 1) * slotGap(rate)).toBeLessThan(1_000_000);
      }),
    );
  });

  it('are ahead if they are more than a second away', () => {
    const away = [-60_000, 0, SECOND_MS, SECOND_MS + 1].map((ms) => isAhead({ of: '1', at: later(noon, ms) }, noon));

    expect(away).toEqual([false, false, false, true]);
  });
});

describe('an attempt whose second is full', () => {
  it('is tried again one to three seconds later, in the same slot', () => {
    const tries = [0, 0.5, 0.999].map((random) => nextTry({ of: '3', at: noon }, noon, random));

    expect(tries.map((one) => one && [one.of, one.at - noon])).toEqual([
      ['3', 1_000],
      ['3', 2_000],
      ['3', 2_998],
    ]);
  });
});

describe('an attempt whose seconds are full again and again', () => {
  it('is tried five times with twice the wait each time, and then takes a new slot', () => {
    const waits: number[] = [];
    let slot: RateSlot | undefined = { of: '3', at: noon };
    for (let tries = 0; slot && tries < 10; tries += 1) {
      slot = nextTry(slot, noon, 0.5);
      if (slot) waits.push(slot.at - noon);
    }

    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000]);
    expect(slot).toBeUndefined();
  });
});

describe('a delivery that waits for a slot', () => {
  it('is due at its slot, without its lease and with its attempts', () => {
    const slot = { of: '1', at: inAMinute };

    expect(withSlot(leased, slot)).toEqual({ ...pending, slot, dueAt: inAMinute });
  });

  it('stays due at its own time when a redelivery waits', () => {
    const slot = { of: 'out_1', at: inAMinute };

    expect(withSlot(leased, slot)).toEqual({ ...pending, slot });
  });

  it('has its slot for one attempt alone', () => {
    const waiting = withSlot(leased, { of: '1', at: inAMinute });

    expect([slotOf(waiting, '1')?.at, slotOf(waiting, '2'), slotOf(pending, '1')]).toEqual([
      inAMinute,
      undefined,
      undefined,
    ]);
  });
});
