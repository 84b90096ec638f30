import { join } from 'node:path';
import type { CommandContext } from '#shared/commands/context';
import type { FileStorage } from '#shared/files/ports';
import { kmsClient } from '#shared/platform/aws-clients';
import { cachingSealer } from '#shared/platform/caching-sealer';
import { requiredEnv } from '#shared/platform/environment';
import { kmsSealer } from '#shared/platform/kms-sealer';
import { configuredRecorders } from '#shared/recorders/registry/configured-recorders';
import type { Recorders } from '#shared/recorders/registry/ports';
import { withOwnTalk } from '#shared/recorders/simulator/own-talk';
import { meetingsInFolder } from '#shared/recorders/simulator/recorded-meeting';
import { simulatorRecorder } from '#shared/recorders/simulator/simulator-recorder';
import { givenTimeScale } from '#shared/wiring/from-environment';
import { ADAPTERS } from '#shared/wiring/recorder-adapters';
import { catalogGiven } from '#shared/wiring/recorder-kinds';

/** The recorders of this deployment; the simulator's assets lie beside the function. */
export function recordersGiven(
  { table, clock }: Pick<CommandContext, 'table' | 'clock'>,
  files: FileStorage,
  functionFolder: string,
): Recorders {
  const meetings = withOwnTalk(meetingsInFolder(join(functionFolder, 'assets')), files);
  return configuredRecorders({
    table,
    sealer: cachingSealer(kmsSealer(kmsClient(), requiredEnv('keyId')), clock),
    catalog: catalogGiven(),
    simulator: simulatorRecorder({ files, clock, timeScale: givenTimeScale(), meetings }),
    adapters: ADAPTERS,
    tools: { fetch: globalThis.fetch, clock },
    origin: requiredEnv('appUrl'),
  });
}
