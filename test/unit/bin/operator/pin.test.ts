import { CliError } from '#bin/cli/cli-error';
import { pin, pinTarget } from '#bin/operator/pin';
import { describe, expect, it } from '#test/support/jest';

const USER = 'usr_01kcw3v9e2f3hb5wnkq8zr6m4t';
const ENDPOINT = 'whe_01kcw3v9e2f3hb5wnkq8zr6m4t';
const older = ['--to', '2026-10-09'];
const EITHER = 'Either --key or --endpoint is required';

/** The target and the other options. */
function parse(args: readonly string[]) {
  const options = pin.parse(args);
  if (!options) return undefined;
  const { key, endpoint, json: _json, ...others } = options;
  return { ...others, target: pinTarget({ key, endpoint }) };
}

describe('the options of npm run ops -- pin', () => {
  it('accept a key, by the id of its user', () => {
    expect(parse(['--key', USER, ...older])).toEqual({
      stage: 'local',
      table: undefined,
      target: { key: USER },
      to: '2026-10-09',
    });
  });

  it('accept an endpoint, a stage and a table', () => {
    expect(parse(['--endpoint', ENDPOINT, '--to=2025-11-25', '--stage', 'sandbox', '--table', 't'])).toEqual({
      stage: 'sandbox',
      table: 't',
      target: { endpoint: ENDPOINT },
      to: '2025-11-25',
    });
  });

  it.each([
    [EITHER, older],
    [EITHER, ['--key', USER, '--endpoint', ENDPOINT, ...older]],
    ['--key takes an email address or the id of a user, not "ada"', ['--key', 'ada', ...older]],
    [`--key takes an email address or the id of a user, not "${ENDPOINT}"`, ['--key', ENDPOINT, ...older]],
    ['--endpoint takes an id, whe_ and 26 characters, not "whe_1"', ['--endpoint', 'whe_1', ...older]],
    ['--to is required: API version to pin to', ['--key', USER]],
    ['--to takes 2025-11-25, 2026-10-09 or 2026-10-12, not "2026-10-10"', ['--key', USER, '--to', '2026-10-10']],
    ['--to takes 2025-11-25, 2026-10-09 or 2026-10-12, not ""', ['--key', USER, '--to', '']],
    ['--stage takes local, sandbox or production, not "test"', ['--key', USER, ...older, '--stage', 'test']],
    ["Unknown option '--user': the options are --key, --endpoint, --to, --stage, --table and --json", ['--user', USER]],
  ])('fail with: %s', (message, args) => {
    expect(() => parse(args)).toThrow(new CliError(message));
  });

  it('ask for help with --help', () => {
    expect(parse(['--help'])).toBeUndefined();
  });
});
