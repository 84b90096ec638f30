import { randomBytes } from 'node:crypto';
import { CliError } from '#bin/cli/cli-error';
import type { changeRegistry } from '#bin/operator/recorders/change-registry';
import type { Sealer } from '#shared/core/secrets';
import { systemClock } from '#shared/platform/system-clock';
import { typeIds } from '#shared/platform/type-ids';
import { made } from '#shared/recorders/registry/configured-recorders';
import { openSecrets } from '#shared/recorders/registry/recorder-secrets';
import { recorderNamed } from '#shared/recorders/registry/rules/registry';
import { recorderRegistry } from '#shared/recorders/store';
import { ADAPTERS } from '#shared/wiring/recorder-adapters';

type Stores = Parameters<typeof changeRegistry>[0] & { readonly sealer: Sealer };

/** Asks a recorder for a bot that it cannot have: it must be reachable, and accept the key. Nothing is created. */
export async function testRecorder({ table, sealer, initial }: Stores, name: string): Promise<string> {
  const registry = (await recorderRegistry.find(table))?.state ?? initial;
  const registered = recorderNamed(registry, name);
  if (!registered) throw new CliError(`There is no recorder ${name}`);
  const { kind } = registered;
  if (kind === 'simulator') return `The recorder ${name} is the simulator, which needs no test.`;
  const tools = { fetch: globalThis.fetch, clock: systemClock };
  const secrets = await openSecrets(sealer, registered.sealed);
  const remote = made({ ...registered, kind }, secrets, { adapters: ADAPTERS, tools, origin: '' });
  const botId = typeIds({ now: () => systemClock.now(), randomBytes: (size) => randomBytes(size) }).make('bot');
  try {
    await remote.find({ botId, meetingUrl: 'https://meet.google.com/aaa-aaaa-aaa' });
  } catch (error) {
    throw new CliError(
      `The recorder ${name} does not work: ${error instanceof Error ? error.message : 'an unknown error'}`,
    );
  }
  return `The recorder ${name} answers, and accepts its key.`;
}
