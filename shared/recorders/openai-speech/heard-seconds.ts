import { OVERLAP_SECONDS } from '#shared/media/rules/audio-pieces';
import type { HeardPiece } from './kept-pieces.ts';
import type { VerboseTranscription } from './speech-schemas.ts';

/**
 * How much was heard in all pieces, without what two of them share. By what the server says, since a file may say that
 * its sound is shorter than it is.
 */
export const secondsOfPieces = (pieces: readonly HeardPiece[]): number =>
  pieces.reduce((sum, { heard, nextSeconds }) => sum + ownSeconds(heard, nextSeconds === null), 0);

const ownSeconds = (heard: VerboseTranscription, isLast: boolean): number =>
  Math.max(0, secondsOf(heard) - (isLast ? 0 : OVERLAP_SECONDS));

/** A server that says no length has said when something ends. */
const secondsOf = ({ duration, segments, words }: VerboseTranscription): number =>
  [...segments, ...words].reduce((longest, { end }) => Math.max(longest, end), duration ?? 0);
