import { UsageError } from '#bin/cli/cli-error';
import { OPERATOR_COMMANDS } from '#bin/operator/operator-commands';
import { ops } from '#bin/operator/ops';
import { afterEach, describe, expect, it, jest } from '#test/support/jest';

afterEach(() => void jest.restoreAllMocks());

async function printedBy(args: readonly string[]): Promise<string> {
  const print = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  await ops.execute(args);
  return print.mock.calls.join('\n');
}

const names = Object.keys(OPERATOR_COMMANDS);

describe('npm run ops', () => {
  it.each([[[]], [['--help']], [['-h']]])('lists its commands for %j', async (args) => {
    const printed = await printedBy(args);

    for (const name of names) expect(printed).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  it.each(names)('%s has help, --stage and --json, and calls itself by its name', async (name) => {
    const printed = await printedBy([name, '--help']);

    expect(printed).toContain(`npm run ops -- ${name} [options]`);
    expect(printed).toContain('--stage');
    if (name !== 'restore') expect(printed).toContain('--json');
  });

  it('refuses an unknown command with the names of all', async () => {
    await expect(ops.execute(['kee'])).rejects.toThrow(UsageError);
    await expect(ops.execute(['kee'])).rejects.toThrow('key');
  });
});
