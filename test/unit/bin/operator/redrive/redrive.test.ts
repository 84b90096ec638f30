import { describe, expect, it } from '@jest/globals';
import { CouldNotStart } from '#bin/cli/cli-error';
import { parseRedriveOptions } from '#bin/operator/redrive/redrive-options';

describe('the options of npm run redrive', () => {
  it('mean every queue of the local stack where nothing is said', () => {
    expect(parseRedriveOptions([])).toEqual({
      stage: 'local',
      lines: ['fanout', 'first', 'retry', 'slow', 'bots', 'calendars'],
    });
  });

  it('understand one queue of another stage', () => {
    expect(parseRedriveOptions(['--stage', 'production', '--queue=retry'])).toEqual({
      stage: 'production',
      lines: ['retry'],
    });
  });

  it.each([
    [['--queue', 'bus'], '--queue takes fanout, first, retry, slow, bots or calendars, not "bus"'],
    [['--stage', 'moon'], '--stage takes local, sandbox or production, not "moon"'],
    [['--table', 't'], "Unknown option '--table': the options are --queue and --stage"],
  ])('refuse %j', (words, sentence) => {
    expect(() => parseRedriveOptions(words)).toThrow(new CouldNotStart(sentence));
  });

  it('give way to help', () => {
    expect(parseRedriveOptions(['--help', '--queue', 'bots'])).toBeUndefined();
  });
});
