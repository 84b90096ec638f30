import { describe, expect, it } from '@jest/globals';
import { shownSteps } from '#bin/cli/progress';

/** A screen whose clock moves by 1.2 s each time it is read. */
function aScreen({ isTerminal = false } = {}) {
  const written: string[] = [];
  let now = 0;
  const screen = {
    isTerminal,
    write: (text: string) => void written.push(text),
    now: () => {
      now += 1200;
      return now;
    },
  };
  return { screen, lines: () => written.join('').split('\n') };
}

describe('the steps of a start', () => {
  it('are a line each when they are done, with their time, and give their result', async () => {
    const { screen, lines } = aScreen();
    const step = shownSteps(screen);

    expect(await step('bootstrap', async () => 'result')).toBe('result');

    expect(lines()).toEqual([expect.stringMatching(/^ {2}✓ bootstrap +1\.2 s$/), '']);
  });

  it('show the first failure as one, and those that it called off apart', async () => {
    const { screen, lines } = aScreen();
    const step = shownSteps(screen);
    const failing = () => Promise.reject(new Error('no'));

    await expect(step('synthesis', failing)).rejects.toThrow('no');
    await expect(step('bootstrap', failing)).rejects.toThrow('no');

    expect(lines()).toEqual([expect.stringMatching(/^ {2}✗ synthesis/), expect.stringMatching(/^ {2}– bootstrap/), '']);
  });

  it('say on a terminal what is running', async () => {
    const { screen, lines } = aScreen({ isTerminal: true });

    await shownSteps(screen)('deploy', async () => undefined);

    expect(lines()[0]).toContain('… deploy');
  });
});
