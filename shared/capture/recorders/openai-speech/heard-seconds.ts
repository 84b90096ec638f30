import type { HeardPiece } from './kept-pieces.ts';
import type { VerboseTranscription } from './speech-schemas.ts';

/**
 * How much was heard in all requests for all pieces, since the server is paid for each. By what the server says, since a
 * file may say that its sound is shorter than it is.
 */
export const secondsOfPieces = (pieces: readonly HeardPiece[]): number =>
  pieces.reduce((sum, { heard, heardSeconds }) => sum + (heardSeconds ?? secondsHeard(heard)), 0);

/** A server that says no length has said when something ends. */
export const secondsHeard = ({ duration, segments, words }: VerboseTranscription): number =>
  [...segments, ...words].reduce((longest, { end }) => Math.max(longest, end), duration ?? 0);
