import { describe, expect, it } from '@jest/globals';
import type { WebhookEndpointId } from '#shared/core/ids';
import { later, MINUTE_MS, SECOND_MS } from '#shared/core/time';
import {
  isSlowAfter,
  isSlowAt,
  slowInARow,
  withoutSlow,
  withSlow,
} from '#shared/webhooks/delivery/rules/slow-endpoints';
import { noon } from '#test/support/api';

const endpoint = 'whe_01h455vb4pex5vsknk084sn02q' as WebhookEndpointId;
const other = 'whe_01h455vb4pex5vsknk084sn03q' as WebhookEndpointId;

describe('slow endpoints', () => {
  const isSlowAfterAll = (...durationsMs: readonly number[]) =>
    isSlowAfter(durationsMs.reduce((inARow, durationMs) => slowInARow(inARow, { durationMs }), 0));

  it('have five attempts in a row of two seconds or longer', () => {
    expect(isSlowAfterAll(2_000, 2_000, 2_000, 2_000, 2_000)).toBe(true);
    expect(isSlowAfterAll(2_000, 2_000, 2_000, 2_000)).toBe(false);
    expect(isSlowAfterAll(2_000, 2_000, 2_000, 2_000, 1_999)).toBe(false);
    expect(isSlowAfterAll(2_000, 2_000, 1_999, 2_000, 2_000, 2_000)).toBe(false);
  });

  it('have one attempt of five seconds or longer', () => {
    expect(isSlowAfterAll(5_000)).toBe(true);
    expect(isSlowAfterAll(4_999)).toBe(false);
  });

  it('stay slow for five minutes', () => {
    const slow = withSlow({}, endpoint, noon);

    expect(isSlowAt(slow, endpoint, later(noon, 5 * MINUTE_MS - 1))).toBe(true);
    expect(isSlowAt(slow, endpoint, later(noon, 5 * MINUTE_MS))).toBe(false);
    expect(isSlowAt(slow, other, noon)).toBe(false);
  });

  it('are extended by further slow attempts, with at most one change in half that time', () => {
    const slow = withSlow({}, endpoint, noon);

    expect(withSlow(slow, endpoint, later(noon, 149 * SECOND_MS))).toBe(slow);
    expect(withSlow(slow, endpoint, later(noon, 151 * SECOND_MS))).toEqual({
      [endpoint]: later(noon, 451 * SECOND_MS),
    });
  });

  it('are removed after five minutes, and by a quick response', () => {
    const slow = withSlow({}, endpoint, noon);
    const both = withSlow(slow, other, later(noon, MINUTE_MS));

    expect(withoutSlow(both, endpoint, later(noon, MINUTE_MS))).toEqual({ [other]: later(noon, 6 * MINUTE_MS) });
    expect(Object.keys(withSlow(slow, other, later(noon, 6 * MINUTE_MS)))).toEqual([other]);
    expect(withoutSlow(slow, other, noon)).toBe(slow);
  });
});
