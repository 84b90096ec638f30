import { readFileSync } from 'node:fs';
import { UsageError } from '#bin/cli/cli-error';
import { COMMANDS } from '#bin/commands';
import { aliases, OPERATOR_COMMANDS } from '#bin/operator/operator-commands';
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

  it('has the earlier commands under their old names as scripts', async () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

    for (const [name, load] of Object.entries(aliases())) {
      expect(scripts[name]).toBe(`node bin/cli.ts ${name}`);
      expect(await COMMANDS[name]?.()).toBe(await load());
      expect(await OPERATOR_COMMANDS[name]?.load()).toBe(await load());
    }
  });
});
