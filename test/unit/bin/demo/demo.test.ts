import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseDemoOptions } from '#bin/demo/demo-options';

describe('the options of the demo', () => {
  it('show the calendar that ships, on the stack of npm start', () => {
    expect(parseDemoOptions([])).toEqual({
      file: undefined,
      stackFile: resolve('.local/stack.json'),
      record: 'external',
      most: 8,
      patienceMs: 300_000,
    });
  });

  it('take a calendar and a stack by their paths', () => {
    expect(parseDemoOptions(['mine.ics', '--stack', 'other.json', '--record', 'all'])).toMatchObject({
      file: resolve('mine.ics'),
      stackFile: resolve('other.json'),
      record: 'all',
    });
  });

  it('are nothing when help is asked for', () => {
    expect(parseDemoOptions(['--help'])).toBeUndefined();
  });

  it.each([
    [['one.ics', 'two.ics'], 'One calendar at a time, not 2'],
    [['--most', '0'], '--most takes a whole number from 1 to 50, not "0"'],
    [['--patience', 'long'], '--patience takes a whole number from 1 to 3600, not "long"'],
    [['--record', 'some'], '--record takes external or all, not "some"'],
    [['--fast'], /^Unknown option '--fast': the options are/],
  ])('refuse %j in a sentence', (words, sentence) => {
    expect(() => parseDemoOptions(words)).toThrow(sentence);
  });
});
