import type { VerboseTranscription } from './speech-schemas.ts';
import { isFailure } from './speech-transcript.ts';

/** Every other one of those at which Whisper itself hears what it has failed at: each costs as much as the first hearing. */
const TEMPERATURES = [0.4, 0.8];

interface Again {
  /** What is heard at a temperature; undefined where the server does not answer, or takes no temperature. */
  readonly hear: (temperature: number) => Promise<VerboseTranscription | undefined>;
  readonly mayHear: () => boolean;
}

/**
 * What was heard at the temperature 0, or at the first at which Whisper fails in fewer segments. A server that reports
 * another temperature, or none, hears again by itself, and is not asked.
 */
export async function hearAgain(first: VerboseTranscription, { hear, mayHear }: Again): Promise<VerboseTranscription> {
  if (!first.segments.every(({ temperature }) => temperature === 0)) return first;
  let best = first;
  for (const temperature of TEMPERATURES) {
    if (failuresIn(best) === 0 || !mayHear()) return best;
    const heard = await hear(temperature);
    if (!heard) return best;
    if (failuresIn(heard) < failuresIn(best)) best = heard;
  }
  return best;
}

const failuresIn = ({ segments }: VerboseTranscription): number => segments.filter(isFailure).length;
