import { UsageError } from '#bin/cli/cli-error';
import type { Command } from '#bin/cli/command';
import { nameList } from '#bin/cli/text-layout';
import { listed } from '#bin/cli/value-types';
import { OPERATOR_COMMANDS } from '#bin/operator/operator-commands';

const NAMES = Object.keys(OPERATOR_COMMANDS);

/** npm run ops: every command of an operator, by its name. */
export const ops: Command = {
  options: NAMES,
  async execute([name, ...args]) {
    if (name === undefined || name === '--help' || name === '-h') return console.log(help());
    const found = OPERATOR_COMMANDS[name];
    if (!found) throw new UsageError(`npm run ops takes ${listed(NAMES, 'or')}, not "${name}"`);
    await (await found.load()).execute(args);
  },
};

function help(): string {
  return [
    'npm run ops -- <command> [options]',
    '',
    'The commands of an operator, in any stage. Each takes --help, and --json to print JSON.',
    '',
    ...nameList(Object.entries(OPERATOR_COMMANDS).map(([name, { summary }]) => [name, summary])),
    '',
    'Exit status: 0 done, 1 not done, 2 wrong arguments, 3 AWS refused, 130 interrupted.',
  ].join('\n');
}
