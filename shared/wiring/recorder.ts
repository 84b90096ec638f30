import { join } from 'node:path';
import { given, givenOr } from '#shared/platform/environment';
import type { Pace } from '#shared/ports/clock';
import type { FileStorage } from '#shared/ports/file-storage';
import type { Recorder } from '#shared/ports/recorder';
import { meetingsInFolder } from '#shared/providers/simulator/recorded-meeting';
import { simulatorRecorder } from '#shared/providers/simulator/simulator-recorder';
import { paceOf } from '#shared/providers/system-clock';
import type { Workshop } from '#shared/wiring/workshop';

/** How fast the durations run that the service chooses itself; real time everywhere but on a local stack. */
export const paceGiven = (): Pace => paceOf(Number(givenOr('timeScale', '1')));

/** The recorder that this deployment names. The simulator is the only one there is an adapter for. */
export function recorderGiven(
  { clock }: Pick<Workshop, 'clock'>,
  files: FileStorage,
  functionFolder: string,
): Recorder {
  const name = given('recorder');
  if (name !== 'simulator') throw new Error(`There is no adapter for a recorder called ${name}.`);
  const meetings = meetingsInFolder(join(functionFolder, 'assets'));
  return simulatorRecorder({ files, clock, pace: paceGiven(), meetings });
}
