import { CliError } from '#bin/cli/cli-error';
import { redrive } from '#bin/operator/redrive/redrive';
import { describe, expect, it } from '#test/support/jest';

describe('the options of npm run ops -- redrive', () => {
  it('mean every queue of the local stage by default', () => {
    expect(redrive.parse([])).toMatchObject({ stage: 'local', queue: undefined });
  });

  it('accept a queue and a stage', () => {
    expect(redrive.parse(['--stage', 'production', '--queue=retry'])).toMatchObject({
      stage: 'production',
      queue: 'retry',
    });
  });

  it.each([
    [
      ['--queue', 'bus'],
      '--queue takes fanout, first, retry, slow, bots, calendars, settings, redelivery, housekeeping, mail, exports, orders, media, recordings or live, not "bus"',
    ],
    [['--stage', 'moon'], '--stage takes local, sandbox or production, not "moon"'],
    [['--tabel', 't'], "Unknown option '--tabel': the options are --queue, --stage, --table and --json"],
  ])('%j fails with: %s', (args, message) => {
    expect(() => redrive.parse(args)).toThrow(new CliError(message));
  });

  it('ask for help with --help', () => {
    expect(redrive.parse(['--help', '--queue', 'bots'])).toBeUndefined();
  });
});
