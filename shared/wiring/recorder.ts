import { join } from 'node:path';
import { requiredEnv } from '#shared/platform/environment';
import type { FileStorage } from '#shared/ports/file-storage';
import type { Recorder } from '#shared/ports/recorder';
import { meetingsInFolder } from '#shared/providers/simulator/recorded-meeting';
import { simulatorRecorder } from '#shared/providers/simulator/simulator-recorder';
import { paceGiven } from '#shared/wiring/pace';
import type { Workshop } from '#shared/wiring/workshop';

/** The recorder that this deployment names. The simulator is the only one there is an adapter for. */
export function recorderGiven(
  { clock }: Pick<Workshop, 'clock'>,
  files: FileStorage,
  functionFolder: string,
): Recorder {
  const name = requiredEnv('recorder');
  if (name !== 'simulator') throw new Error(`There is no adapter for a recorder called ${name}.`);
  const meetings = meetingsInFolder(join(functionFolder, 'assets'));
  return simulatorRecorder({ files, clock, pace: paceGiven(), meetings });
}
