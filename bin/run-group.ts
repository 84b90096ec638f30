import { become } from '#bin/become';
import { UsageError } from '#bin/cli/cli-error';
import type { Command } from '#bin/cli/command';
import { nameList } from '#bin/cli/text-layout';
import { listed } from '#bin/cli/value-types';
import { type Group, programsOf } from '#bin/groups';

/** `everything`: what the command without a name runs. Without it, that prints the list. */
export function group(typed: string, name: Group, everything?: string): Command {
  const programs = programsOf(name);
  const names = Object.keys(programs);
  return {
    options: names,
    async execute([one, ...args]) {
      if (one === undefined && everything !== undefined) return become([everything]);
      if (one === undefined || one === '--help' || one === '-h') {
        const first = everything === undefined ? [] : [`${typed} runs everything.`, ''];
        const summaries = Object.entries(programs).map(([each, { summary }]) => [each, summary] as const);
        return console.log([`${typed} -- <name> [options]`, '', ...first, ...nameList(summaries)].join('\n'));
      }
      const program = programs[one];
      if (!program) throw new UsageError(`${typed} takes ${listed(names, 'or')}, not "${one}"`);
      return become([...program.node, ...args]);
    },
  };
}
