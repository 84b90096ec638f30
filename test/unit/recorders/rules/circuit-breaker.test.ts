import { DAY_MS, type Instant, later } from '#shared/foundation/core/time';
import {
  afterFailure,
  afterNeutral,
  type CircuitBreaker,
  CLOSED,
  circuitAt,
  onTrial,
} from '#shared/meetings/recorders/rules/circuit-breaker';
import { describe, expect, it } from '#test/support/jest';

const noon = Date.UTC(2026, 10, 20, 12) as Instant;
/** The last of the failures is at noon, each of the others before the circuit is open, or a day apart. */
const afterFailures = (count: number): CircuitBreaker =>
  Array.from({ length: count }).reduce<CircuitBreaker>(
    (circuit, _failure, at) => afterFailure(circuit, later(noon, (at + 1 - count) * DAY_MS)),
    CLOSED,
  );

describe('the open circuit of a failing recorder', () => {
  it.each([
    [0, null],
    [2, null],
    [3, 60],
    [4, 120],
    [6, 480],
    [7, 900],
    [50, 900],
  ])('after %i failures running lasts %j seconds', (failures, seconds) => {
    expect(afterFailures(failures).openUntil).toBe(seconds === null ? null : later(noon, seconds * 1000));
  });

  it('ends with one bot on trial, while others wait', () => {
    const open = afterFailures(3);
    const over = later(noon, 60_000);

    expect([circuitAt(open, later(over, -1)), circuitAt(open, over)]).toEqual(['open', 'half_open']);
    expect(circuitAt(onTrial(open, over), over)).toBe('open');
  });

  it('is no longer for failures of bots that were sent before it opened', () => {
    const open = afterFailures(3);

    expect(afterFailure(open, later(noon, 59_999))).toEqual(open);
  });

  it('is twice as long where the trial fails', () => {
    const over = later(noon, 60_000);
    const failedAgain = afterFailure(onTrial(afterFailures(3), over), over);

    expect(failedAgain.openUntil).toBe(later(over, 120_000));
  });

  it('ends at once, and is no longer for it, where the trial says nothing', () => {
    const over = later(noon, 60_000);
    const again = afterNeutral(onTrial(afterFailures(3), over), over);

    expect([circuitAt(again, over), again.failures]).toEqual(['half_open', 3]);
    expect(afterFailure(again, over).openUntil).toBe(later(over, 120_000));
    expect(afterNeutral(afterFailures(2), noon)).toEqual(afterFailures(2));
  });
});
