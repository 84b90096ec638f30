import { printedSteps } from '#bin/cli/progress';
import { describe, expect, it } from '#test/support/jest';

/** An output whose clock advances by 1.2 s with each reading. */
function anOutput({ isTerminal = false } = {}) {
  const written: string[] = [];
  let now = 0;
  const output = {
    isTerminal,
    write: (text: string) => void written.push(text),
    now: () => {
      now += 1200;
      return now;
    },
  };
  return { output, lines: () => written.join('').split('\n') };
}

describe('printed steps', () => {
  it('print one line with the duration when a step ends, and return its result', async () => {
    const { output, lines } = anOutput();
    const step = printedSteps(output);

    expect(await step('bootstrap', async () => 'result')).toBe('result');

    expect(lines()).toEqual([expect.stringMatching(/^ {2}✓ bootstrap +1\.2 s$/), '']);
  });

  it('mark the first failure, and the steps that it aborted differently', async () => {
    const { output, lines } = anOutput();
    const step = printedSteps(output);
    const failing = () => Promise.reject(new Error('no'));

    await expect(step('synthesis', failing)).rejects.toThrow('no');
    await expect(step('bootstrap', failing)).rejects.toThrow('no');

    expect(lines()).toEqual([expect.stringMatching(/^ {2}✗ synthesis/), expect.stringMatching(/^ {2}– bootstrap/), '']);
  });

  it('show the running steps on a terminal', async () => {
    const { output, lines } = anOutput({ isTerminal: true });

    await printedSteps(output)('deploy', async () => undefined);

    expect(lines()[0]).toContain('… deploy');
  });
});
