import { CliError } from '#bin/cli/cli-error';
import type { Command } from '#bin/cli/command';
import { INTERRUPTED_STATUS, Interrupted } from '#bin/cli/interrupt';
import { listed } from '#bin/cli/value-types';
import { Refusal } from '#shared/core/refusal';

/** node bin/cli.ts <command> [options]: package.json has a script for each command. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('#bin/stack/start')).start,
  demo: async () => (await import('#bin/demo/demo')).demo,
  user: async () => (await import('#bin/operator/user')).user,
  key: async () => (await import('#bin/operator/key')).key,
  pin: async () => (await import('#bin/operator/pin')).pin,
  provider: async () => (await import('#bin/operator/provider')).provider,
  redrive: async () => (await import('#bin/operator/redrive/redrive')).redrive,
  deploy: async () => (await import('#bin/cdk/deploy')).deploy,
  'new:resource': async () => (await import('#bin/new/resource')).newResource,
  'new:endpoint': async () => (await import('#bin/new/endpoint')).newEndpoint,
  fuzz: async () => (await import('#bin/fuzz/fuzz')).fuzz,
};

async function main([name = '', ...args]: readonly string[]): Promise<void> {
  const load = COMMANDS[name];
  if (!load) throw new CliError(`The first argument is ${listed(Object.keys(COMMANDS), 'or')}, not "${name}"`);
  await (await load()).execute(args);
}

function fail(error: unknown): void {
  const isExpected = error instanceof CliError || error instanceof Refusal || error instanceof Interrupted;
  console.error(isExpected ? `${error.message.replace(/\.$/, '')}.` : error);
  process.exitCode = error instanceof Interrupted ? INTERRUPTED_STATUS : 1;
}

await main(process.argv.slice(2)).catch(fail);
