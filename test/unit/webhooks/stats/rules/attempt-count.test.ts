import type { OrderId } from '#shared/foundation/core/ids';
import { HOUR_MS, later, MINUTE_MS } from '#shared/foundation/core/time';
import type { AttemptOutcome } from '#shared/webhooks/delivery/rules/attempt';
import { attemptEnded } from '#shared/webhooks/delivery/rules/attempt-ended';
import { type Delivery, newDelivery } from '#shared/webhooks/delivery/rules/delivery';
import { countOf } from '#shared/webhooks/stats/rules/attempt-count';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { aDeliveryIdentity, anOutcome } from '#test/unit/webhooks/delivery/rules/a-delivery';

const fresh: Delivery = newDelivery(aDeliveryIdentity());
const countOfOne = (outcome: Partial<AttemptOutcome>, before: Delivery = fresh) =>
  countOf(before, attemptEnded(before, anOutcome(outcome), { now: noon, random: 0.5 }));

describe('what an attempt adds to the statistics', () => {
  it.each([
    ['2xx', { responseStatus: 200 }],
    ['2xx', { responseStatus: 299 }],
    ['3xx', { responseStatus: 300 }],
    ['3xx', { responseStatus: 301, error: 'redirect' }],
    ['3xx', { responseStatus: 399 }],
    ['4xx', { responseStatus: 400 }],
    ['4xx', { responseStatus: 499 }],
    ['5xx', { responseStatus: 500 }],
    ['5xx', { responseStatus: 101 }],
    ['5xx', { responseStatus: 777 }],
    ['timeout', { responseStatus: null, error: 'timeout_connect' }],
    ['timeout', { responseStatus: null, error: 'timeout_response' }],
    ['unreachable', { responseStatus: null, error: 'dns_error' }],
    ['unreachable', { responseStatus: null, error: 'blocked_address' }],
    ['not_sent', { responseStatus: null, error: 'render_error' }],
  ] as const)('is one of the class %s after %j', (responseClass, outcome) => {
    expect(countOfOne(outcome)).toMatchObject({ responseClass });
  });

  it('is the full hour in which it began', () => {
    const attemptedAt = later(noon, 59 * MINUTE_MS);

    expect(countOfOne({ attemptedAt })?.hour).toBe(noon);
    expect(countOfOne({ attemptedAt: later(noon, HOUR_MS) })?.hour).toBe(later(noon, HOUR_MS));
  });

  it("is the receiver's time where it was reached, a time-out included", () => {
    expect(countOfOne({ responseStatus: 200, durationMs: 100 })?.bucket).toBe(20);
    expect(countOfOne({ responseStatus: null, error: 'timeout_response', durationMs: 10_000 })?.bucket).toBe(40);
    expect(countOfOne({ responseStatus: null, error: 'connection_refused', durationMs: 1 })?.bucket).toBeUndefined();
    expect(countOfOne({ responseStatus: null, error: 'render_error', durationMs: 1 })?.bucket).toBeUndefined();
  });

  it('is what it delivered alone at the `webhook_url` of an order, counted for its workspace', () => {
    const ofOrder: Delivery = { ...fresh, endpointId: null, orderId: 'ord_01h455vb4pex5vsknk084sn02q' as OrderId };

    expect(countOfOne({ responseStatus: 200 }, ofOrder)).toMatchObject({ group: fresh.workspaceId, delivered: true });
    expect(countOfOne({ responseStatus: 500 }, ofOrder)).toBeUndefined();
  });

  it('is a delivered event once, at the first acknowledgement', () => {
    const first = attemptEnded(fresh, anOutcome({ responseStatus: 200 }), { now: noon, random: 0.5 });

    expect(countOfOne({ responseStatus: 200 })).toMatchObject({ delivered: true, failed: false });
    expect(countOfOne({ responseStatus: 200, trigger: 'manual' }, first.delivery)).toMatchObject({ delivered: false });
  });

  it('is a failed event at the last of 21 attempts', () => {
    const last: Delivery = { ...fresh, status: 'retrying', next: 21, attemptsCount: 20, dueAt: noon };

    expect(countOfOne({ responseStatus: 500 }, last)).toMatchObject({ delivered: false, failed: true });
    expect(countOfOne({ responseStatus: 500 }, { ...last, next: 20 })).toMatchObject({ failed: false });
  });
});
