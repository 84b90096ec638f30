import { CliError } from '#bin/cli/cli-error';
import { INTERRUPTED_STATUS, Interrupted } from '#bin/cli/interrupt';
import { listed } from '#bin/cli/value-types';
import { COMMANDS } from '#bin/commands';
import { Refusal } from '#shared/core/refusal';

async function main([name = '', ...args]: readonly string[]): Promise<void> {
  const load = COMMANDS[name];
  if (!load) throw new CliError(`The first argument is ${listed(Object.keys(COMMANDS), 'or')}, not "${name}"`);
  await (await load()).execute(args);
}

function fail(thrown: unknown): void {
  const error = explained(thrown);
  const isExpected = error instanceof CliError || error instanceof Refusal || error instanceof Interrupted;
  console.error(isExpected ? `${error.message.replace(/\.$/, '')}.` : error);
  process.exitCode = error instanceof Interrupted ? INTERRUPTED_STATUS : 1;
}

/** What the AWS SDK says of a missing region names no variable. */
const explained = (error: unknown): unknown =>
  error instanceof Error && error.message === 'Region is missing'
    ? new CliError('No AWS region is set: set AWS_REGION to the region of the stage')
    : error;

await main(process.argv.slice(2)).catch(fail);
