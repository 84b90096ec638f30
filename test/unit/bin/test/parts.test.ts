import { ONE_PASSED, Parts, runCounted } from '#bin/test/parts';
import { describe, expect, it } from '#test/support/jest';

describe('the parts of a test run', () => {
  it('are printed with their times, and the sums stand alone on the last line', async () => {
    const lines: string[] = [];
    const parts = new Parts((line) => lines.push(line));
    await parts.do('types', async () => ONE_PASSED);
    await parts.do('workers', async () => ({ passed: 691, failed: 0 }));

    expect(parts.finish()).toBe(0);

    expect(lines.at(-1)).toBe('692 passed, 0 failed');
    expect(lines.at(-3)).toMatch(/^ {2}✓ workers +\d+\.\d s {2,}691 passed, 0 failed$/);
  });

  it('are printed with the processor time of their programs, where one was measured', async () => {
    const lines: string[] = [];
    const parts = new Parts((line) => lines.push(line));
    await parts.do('unit', async () => ({ passed: 3, failed: 0, processorSeconds: 12.34 }));

    expect(lines).toEqual([expect.stringMatching(/ s +12\.3 s CPU {2}3 passed, 0 failed$/)]);
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

describe('a program of a part', () => {
  const busy = 'const end = process.cpuUsage().user + 100_000; while (process.cpuUsage().user < end);';

  it.each([
    ['ends well', busy, { passed: 1, failed: 0 }],
    ['fails', `${busy} process.exit(3)`, { passed: 0, failed: 1 }],
  ])('is counted when it %s, with its processor time', async (_how, code, count) => {
    const { processorSeconds = 0, ...counted } = await runCounted({ command: 'node', args: ['-e', code] });

    expect(counted).toEqual(count);
    expect(processorSeconds).toBeGreaterThanOrEqual(0.1);
  });

  it('fails where it does not exist', async () => {
    expect(await runCounted({ command: 'no-such-program', args: [], output: 'whole' })).toMatchObject({ failed: 1 });
  });
});
