import { describe, expect, it } from '@jest/globals';
import { type Instant, later } from '#shared/core/time';
import { afterFailure, healthAt, onTrial, type RecorderHealth, WELL } from '#shared/recorders/rules/recorder-health';

const noon = Date.UTC(2026, 10, 20, 12) as Instant;
const afterFailures = (count: number): RecorderHealth =>
  Array.from({ length: count }).reduce<RecorderHealth>((health) => afterFailure(health, noon), WELL);

describe('the rest of a failing recorder', () => {
  it.each([
    [0, null],
    [2, null],
    [3, 60],
    [4, 120],
    [6, 480],
    [7, 900],
    [50, 900],
  ])('after %i failures running lasts %j seconds', (failures, seconds) => {
    expect(afterFailures(failures).restsUntil).toBe(seconds === null ? null : later(noon, seconds * 1000));
  });

  it('ends with one bot on trial, while others wait', () => {
    const resting = afterFailures(3);
    const over = later(noon, 60_000);

    expect([healthAt(resting, later(over, -1)), healthAt(resting, over)]).toEqual(['resting', 'trial']);
    expect(healthAt(onTrial(resting, over), over)).toBe('resting');
  });

  it('is twice as long where the trial fails', () => {
    const over = later(noon, 60_000);
    const failedAgain = afterFailure(onTrial(afterFailures(3), over), over);

    expect(failedAgain.restsUntil).toBe(later(over, 120_000));
  });
});
