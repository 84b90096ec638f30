import { describe, expect, it } from '@jest/globals';
import { ONE_PASSED, Parts } from '#bin/test/parts';

describe('the parts of a test run', () => {
  it('are printed with their times, and the sums stand alone on the last line', async () => {
    const lines: string[] = [];
    const parts = new Parts((line) => lines.push(line));
    await parts.do('types', async () => ONE_PASSED);
    await parts.do('workers', async () => ({ passed: 691, failed: 0 }));

    expect(parts.finish()).toBe(0);

    expect(lines.at(-1)).toBe('692 passed, 0 failed');
    expect(lines.at(-3)).toMatch(/^ {2}✓ workers +\d+\.\d s {2}691 passed, 0 failed$/);
  });

  it('count as a failed test where they throw, and the next part runs all the same', async () => {
    const lines: string[] = [];
    const parts = new Parts((line) => lines.push(line));
    await parts.do('stack', () => Promise.reject(new Error('The emulator did not start.')));
    await parts.do('fuzzing', async () => ONE_PASSED);

    expect(parts.finish()).toBe(1);

    expect(lines[0]).toBe('The emulator did not start.');
    expect(lines.at(-1)).toBe('1 passed, 1 failed');
  });
});
