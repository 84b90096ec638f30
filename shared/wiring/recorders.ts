import { join } from 'node:path';
import { configuredRecorders } from '#shared/capture/recorders/registry/configured-recorders';
import { withConfiguredAudio } from '#shared/capture/recorders/simulator/configured-audio';
import { meetingsInFolder } from '#shared/capture/recorders/simulator/recorded-meeting';
import { simulatorRecorder } from '#shared/capture/recorders/simulator/simulator-recorder';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { FileStorage } from '#shared/foundation/files/ports';
import { kmsClient } from '#shared/foundation/platform/aws-clients';
import { cachingSealer } from '#shared/foundation/platform/caching-sealer';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import type { Recorders } from '#shared/meetings/recorders/registry/ports';
import { timeScaleFromEnvironment } from '#shared/wiring/from-environment';
import { ADAPTERS } from '#shared/wiring/recorder-adapters';
import { recorderCatalogFromEnvironment } from '#shared/wiring/recorder-kinds';

/** The recorders of this deployment; the simulator's assets lie beside the function. */
export function recordersFromEnvironment(
  { table, clock }: Pick<CommandContext, 'table' | 'clock'>,
  files: FileStorage,
  functionFolder: string,
): Recorders {
  const meetings = withConfiguredAudio(meetingsInFolder(join(functionFolder, 'assets')), files);
  return configuredRecorders({
    table,
    sealer: cachingSealer(kmsSealer(kmsClient(), requiredEnv('keyId')), clock),
    catalog: recorderCatalogFromEnvironment(),
    simulator: simulatorRecorder({ files, clock, timeScale: timeScaleFromEnvironment(), meetings }),
    adapters: ADAPTERS,
    tools: { fetch: globalThis.fetch, clock },
    origin: requiredEnv('appUrl'),
  });
}
