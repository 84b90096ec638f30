import { secondsHeard } from './heard-seconds.ts';
import type { VerboseTranscription } from './speech-schemas.ts';

/** Requests for one piece: the first, and two further ones at other temperatures or of single channels. */
const MOST_HEARINGS = 3;

type Heard<Failed> = VerboseTranscription | Failed;

/** The requests for one piece of a recording, each of which the server is paid for. */
export function countedHearings<Upload, Failed extends { readonly status: 'failed' }>(
  ask: (upload: Upload, temperature: number) => Promise<Heard<Failed>>,
) {
  let requests = 0;
  let seconds = 0;
  return {
    async hear(upload: Upload, temperature: number): Promise<Heard<Failed>> {
      requests += 1;
      const heard = await ask(upload, temperature);
      if (!('status' in heard)) seconds += secondsHeard(heard);
      return heard;
    },
    mayHear: (): boolean => requests < MOST_HEARINGS,
    /** Of all answers together. */
    seconds: (): number => seconds,
  };
}
