import { secondsIn, secondsInStat } from '#bin/test/processor-time';
import { describe, expect, it } from '#test/support/jest';

describe('processor time', () => {
  it.each([
    ['dash', '0m0.00s 0m0.01s\n1m2.50s 0m3.25s\n', 65.75],
    ['bash', '0m0.001s 0m0.002s\n0m0.500s 0m0.125s\n', 0.625],
    ['a shell that was killed', '', 0],
  ])('of children is read from the times of %s', (_shell, times, seconds) => {
    expect(secondsIn(times)).toBeCloseTo(seconds, 5);
  });

  it('of ended children is read from the status of a process, whose name may contain anything', () => {
    const fields = Array.from({ length: 50 }, (_, nth) => String(nth + 3));

    expect(secondsInStat(`1 (a ) name) ${fields.join(' ')}`)).toBeCloseTo((16 + 17) / 100, 5);
  });
});
