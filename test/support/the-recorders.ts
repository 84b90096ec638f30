import type { Recorder } from '#shared/meetings/recorders/ports';
import type { Recorders } from '#shared/meetings/recorders/registry/ports';
import { SIMULATED } from '#shared/wiring/recorder-kinds';

/** A deployment with one recorder, in the place of the simulator. */
export const theRecorders = (recorder: Recorder): Recorders => ({ ...SIMULATED, named: async () => recorder });
