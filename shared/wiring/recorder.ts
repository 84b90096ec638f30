import { join } from 'node:path';
import type { CommandContext } from '#shared/commands/context';
import type { FileStorage } from '#shared/files/ports';
import { requiredEnv } from '#shared/platform/environment';
import type { Recorder } from '#shared/recorders/ports';
import { meetingsInFolder } from '#shared/recorders/simulator/recorded-meeting';
import { simulatorRecorder } from '#shared/recorders/simulator/simulator-recorder';
import { paceGiven } from '#shared/wiring/from-environment';

/** The recorder that this deployment names. The simulator is the only one there is an adapter for. */
export function recorderGiven(
  { clock }: Pick<CommandContext, 'clock'>,
  files: FileStorage,
  functionFolder: string,
): Recorder {
  const name = requiredEnv('recorder');
  if (name !== 'simulator') throw new Error(`There is no adapter for a recorder called ${name}.`);
  const meetings = meetingsInFolder(join(functionFolder, 'assets'));
  return simulatorRecorder({ files, clock, pace: paceGiven(), meetings });
}
