import { resolve } from 'node:path';
import { demo } from '#bin/demo/demo';
import { describe, expect, it } from '#test/support/jest';

describe('the options of the demo', () => {
  it('mean the calendar of the demo on the stack of npm start by default', () => {
    expect(demo.parse([])).toEqual({
      calendar: undefined,
      stack: resolve('.local/stack.json'),
      record: 'external',
      most: 8,
      timeout: 300,
    });
  });

  it('accept paths of a calendar and a stack', () => {
    expect(demo.parse(['mine.ics', '--stack', 'other.json', '--record', 'all'])).toMatchObject({
      calendar: resolve('mine.ics'),
      stack: resolve('other.json'),
      record: 'all',
    });
  });

  it('ask for help with --help', () => {
    expect(demo.parse(['--help'])).toBeUndefined();
  });

  it.each([
    [['one.ics', 'two.ics'], /^Unexpected argument 'two.ics': the options are/],
    [['--most', '0'], '--most takes a whole number from 1 to 50, not "0"'],
    [['--timeout', 'long'], '--timeout takes a whole number from 1 to 3600, not "long"'],
    [['--record', 'some'], '--record takes external or all, not "some"'],
    [['--fast'], /^Unknown option '--fast': the options are/],
  ])('%j fails with: %s', (args, message) => {
    expect(() => demo.parse(args)).toThrow(message);
  });
});
