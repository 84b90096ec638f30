import { describe, expect, it } from '@jest/globals';
import { KEY_USAGE, parseKeyOptions } from '#bin/operator/key-options';

const USER = 'usr_01kcw3v9e2f3hb5wnkq8zr6m4t';

describe('the options of npm run key', () => {
  it('understand a user, and where', () => {
    expect(parseKeyOptions(['--user', USER])).toEqual({ userId: USER, stage: 'local', table: undefined });
    expect(parseKeyOptions(['--user', USER, '--stage', 'sandbox', '--table', 'main'])).toEqual({
      userId: USER,
      stage: 'sandbox',
      table: 'main',
    });
  });

  it('tell of themselves', () => {
    expect(parseKeyOptions(['--help'])).toBeUndefined();
    expect(KEY_USAGE).toContain('--user');
  });

  it.each([
    [[], '--user is needed'],
    [['--user', 'wks_01kcw3v9e2f3hb5wnkq8zr6m4t'], '--user is needed'],
    [['--user', USER, '--stage', 'moon'], '--stage takes local, sandbox or production'],
    [['--uesr', USER], 'the options are --user, --stage and --table'],
  ])('are refused in a sentence: %s', (words, sentence) => {
    expect(() => parseKeyOptions(words)).toThrow(sentence);
  });
});
