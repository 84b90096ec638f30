import { key } from '#bin/operator/key';
import { describe, expect, it } from '#test/support/jest';

const USER = 'usr_01kcw3v9e2f3hb5wnkq8zr6m4t';

describe('the options of npm run key', () => {
  it('accept a user, a stage and a table', () => {
    expect(key.parse(['--user', USER])).toEqual({ user: USER, key: undefined, stage: 'local', table: undefined });
    expect(key.parse(['--user', USER, '--stage', 'sandbox', '--table', 'main'])).toEqual({
      user: USER,
      key: undefined,
      stage: 'sandbox',
      table: 'main',
    });
  });

  it('ask for help with --help', () => {
    expect(key.parse(['--help'])).toBeUndefined();
  });

  it.each([
    [[], '--user is required: id of the user'],
    [['--user', 'wks_01kcw3v9e2f3hb5wnkq8zr6m4t'], '--user takes an id, usr_ and 26 characters'],
    [['--user', USER, '--stage', 'moon'], '--stage takes local, sandbox or production'],
    [['--uesr', USER], 'the options are --user, --key, --stage and --table'],
  ])('%j fails with: %s', (args, message) => {
    expect(() => key.parse(args)).toThrow(message);
  });
});
