import { describe, expect, it } from '@jest/globals';
import { CouldNotStart } from '#bin/cli/cli-error';
import { parsePinOptions } from '#bin/operator/pin-options';

const USER = 'usr_01kcw3v9e2f3hb5wnkq8zr6m4t';
const ENDPOINT = 'whe_01kcw3v9e2f3hb5wnkq8zr6m4t';
const older = ['--to', '2026-10-09'];
const EITHER = 'Either --key or --endpoint is needed: whose pin it is';

describe('the options of npm run pin', () => {
  it('understand a key, by its user', () => {
    expect(parsePinOptions(['--key', USER, ...older])).toEqual({
      stage: 'local',
      table: undefined,
      pinned: { key: USER },
      to: '2026-10-09',
    });
  });

  it('understand an endpoint in another stage, at a table of its own', () => {
    expect(parsePinOptions(['--endpoint', ENDPOINT, '--to=2025-11-25', '--stage', 'sandbox', '--table', 't'])).toEqual({
      stage: 'sandbox',
      table: 't',
      pinned: { endpoint: ENDPOINT },
      to: '2025-11-25',
    });
  });

  it.each([
    [EITHER, older],
    [EITHER, ['--key', USER, '--endpoint', ENDPOINT, ...older]],
    [
      '--key takes the id of its user, usr_ and 26 characters, not "ada@acme.test"',
      ['--key', 'ada@acme.test', ...older],
    ],
    [`--key takes the id of its user, usr_ and 26 characters, not "${ENDPOINT}"`, ['--key', ENDPOINT, ...older]],
    ['--endpoint takes whe_ and 26 characters, not "whe_1"', ['--endpoint', 'whe_1', ...older]],
    ['--to is needed: the version to pin to', ['--key', USER]],
    ['--to takes 2025-11-25, 2026-10-09 or 2026-10-12, not "2026-10-10"', ['--key', USER, '--to', '2026-10-10']],
    ['--to takes 2025-11-25, 2026-10-09 or 2026-10-12, not ""', ['--key', USER, '--to', '']],
    ['--stage takes local, sandbox or production, not "test"', ['--key', USER, ...older, '--stage', 'test']],
    ["Unknown option '--user': the options are --key, --endpoint, --to, --stage and --table", ['--user', USER]],
  ])('refuse in a sentence: %s', (sentence, words) => {
    expect(() => parsePinOptions(words)).toThrow(new CouldNotStart(sentence));
  });

  it('give way to a call for help', () => {
    expect(parsePinOptions(['--help'])).toBeUndefined();
  });
});
