import { UsageError } from '#bin/cli/cli-error';
import { expectedFailure, failureOf } from '#bin/cli/failure';
import { listed } from '#bin/cli/value-types';
import { COMMANDS } from '#bin/commands';
import { printable } from '#bin/operator/printable';

async function main([name = '', ...args]: readonly string[]): Promise<void> {
  const load = COMMANDS[name];
  if (!load) throw new UsageError(`The first argument is ${listed(Object.keys(COMMANDS), 'or')}, not "${name}"`);
  await (await load()).execute(args);
}

/** A command of an operator prints no stack trace; those of developers do where the failure is a defect. */
function fail(thrown: unknown, name: string): void {
  const failure = name === 'ops' ? failureOf(thrown) : expectedFailure(thrown);
  console.error(failure ? printable(failure.message) : thrown);
  process.exitCode = failure?.exitStatus ?? 1;
}

const args = process.argv.slice(2);
await main(args).catch((thrown: unknown) => fail(thrown, args[0] ?? ''));
