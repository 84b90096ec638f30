import { secondsHeard } from './heard-seconds.ts';
import type { VerboseTranscription } from './speech-schemas.ts';
import { SpeechTimedOut } from './timed-out-pieces.ts';

/** Requests for one piece: the first, and two further ones at other temperatures or of single channels. */
const MOST_HEARINGS = 3;

type Heard<Failed> = VerboseTranscription | Failed;

/** The requests for one piece of a recording, each of which the server is paid for. `before`: those that timed out. */
export function countedHearings<Upload, Failed extends { readonly status: 'failed' }>(
  ask: (upload: Upload, temperature: number) => Promise<Heard<Failed>>,
  before: number,
) {
  let requests = before;
  let seconds = 0;
  return {
    async hear(upload: Upload, temperature: number): Promise<Heard<Failed>> {
      requests += 1;
      const heard = await ask(upload, temperature).catch((error: unknown) => {
        if (error instanceof SpeechTimedOut) seconds += error.seconds;
        throw error;
      });
      if (!('status' in heard)) seconds += secondsHeard(heard);
      return heard;
    },
    mayHear: (): boolean => requests < MOST_HEARINGS,
    /** Of all answers together, and of what was not answered in time. */
    seconds: (): number => seconds,
  };
}
