import { CliError } from '#bin/cli/cli-error';
import type { changeRegistry } from '#bin/operator/recorders/change-registry';
import { made } from '#shared/capture/recorders/registry/configured-recorders';
import { openSecrets } from '#shared/capture/recorders/registry/recorder-secrets';
import type { Sealer } from '#shared/foundation/core/secrets';
import { systemClock } from '#shared/foundation/platform/system-clock';
import type { Recorder } from '#shared/meetings/recorders/ports';
import { recorderNamed } from '#shared/meetings/recorders/registry/rules/registry';
import { recorderRegistry } from '#shared/meetings/recorders/store';
import { ADAPTERS } from '#shared/wiring/recorder-adapters';

export type RecorderSource = Parameters<typeof changeRegistry>[0] & { readonly sealer: Sealer };

/** A recorder of the registry, over HTTP. The simulator has no address of its own. Throws a CliError for an unknown one. */
export async function openRecorder(
  { table, sealer, initial }: RecorderSource,
  name: string,
): Promise<Recorder | 'simulator'> {
  const registry = (await recorderRegistry.find(table))?.state ?? initial;
  const registered = recorderNamed(registry, name);
  if (!registered) throw new CliError(`There is no recorder ${name}`);
  const { kind } = registered;
  if (kind === 'simulator') return 'simulator';
  const tools = { fetch: globalThis.fetch, clock: systemClock };
  const secrets = await openSecrets(sealer, registered.sealed);
  return made({ ...registered, kind }, secrets, { adapters: ADAPTERS, tools, origin: '' });
}
