import { key } from '#bin/operator/key';
import { describe, expect, it } from '#test/support/jest';

const USER = 'usr_01kcw3v9e2f3hb5wnkq8zr6m4t';

/** The options that were not given. */
const REPLACED = { revoke: false, key: undefined, stage: 'local', table: undefined, json: false };

describe('the options of npm run ops -- key', () => {
  it('accept a user, a stage and a table', () => {
    expect(key.parse(['--user', USER])).toEqual({ user: USER, ...REPLACED });
    expect(key.parse(['--user', USER, '--stage', 'sandbox', '--table', 'main'])).toEqual({
      user: USER,
      ...REPLACED,
      stage: 'sandbox',
      table: 'main',
    });
  });

  it('ask for help with --help', () => {
    expect(key.parse(['--help'])).toBeUndefined();
  });

  it.each([
    [[], '--user is required: user whose key it is'],
    [['--user', 'wks_01kcw3v9e2f3hb5wnkq8zr6m4t'], '--user takes an email address or the id of a user'],
    [['--user', USER, '--stage', 'moon'], '--stage takes local, sandbox or production'],
    [['--uesr', USER], 'the options are --user, --revoke, --key, --stage, --table and --json'],
  ])('%j fails with: %s', (args, message) => {
    expect(() => key.parse(args)).toThrow(message);
  });
});
