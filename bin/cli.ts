import { CliError } from '#bin/cli/cli-error';
import { failureLine } from '#bin/cli/failure-line';
import { INTERRUPTED_STATUS, Interrupted } from '#bin/cli/interrupt';
import { listed } from '#bin/cli/value-types';
import { COMMANDS } from '#bin/commands';

async function main([name = '', ...args]: readonly string[]): Promise<void> {
  const load = COMMANDS[name];
  if (!load) throw new CliError(`The first argument is ${listed(Object.keys(COMMANDS), 'or')}, not "${name}"`);
  await (await load()).execute(args);
}

function fail(thrown: unknown): void {
  console.error(failureLine(thrown) ?? thrown);
  process.exitCode = thrown instanceof Interrupted ? INTERRUPTED_STATUS : 1;
}

await main(process.argv.slice(2)).catch(fail);
