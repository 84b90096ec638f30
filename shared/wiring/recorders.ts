import { join } from 'node:path';
import type { CommandContext } from '#shared/commands/context';
import type { FileStorage } from '#shared/files/ports';
import { kmsClient } from '#shared/platform/aws-clients';
import { cachingSealer } from '#shared/platform/caching-sealer';
import { requiredEnv } from '#shared/platform/environment';
import { kmsSealer } from '#shared/platform/kms-sealer';
import { configuredRecorders } from '#shared/recorders/registry/configured-recorders';
import type { Recorders } from '#shared/recorders/registry/ports';
import { withConfiguredAudio } from '#shared/recorders/simulator/configured-audio';
import { meetingsInFolder } from '#shared/recorders/simulator/recorded-meeting';
import { simulatorRecorder } from '#shared/recorders/simulator/simulator-recorder';
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
