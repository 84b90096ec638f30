import { OVERLAP_SECONDS } from '#shared/media/rules/audio-pieces';
import type { HeardPiece } from './kept-pieces.ts';
import type { VerboseTranscription } from './speech-schemas.ts';
import { isSilence } from './speech-transcript.ts';

interface Timed {
  readonly start: number;
  readonly end: number;
}

/**
 * The transcription of a whole recording from those of its pieces. Each piece counts from the middle of its overlap with
 * the one before to the middle of that with the next. Words decide where there are any, since a segment may reach over
 * that border.
 */
export function joinPieces(pieces: readonly HeardPiece[]): VerboseTranscription {
  const first = pieces[0]?.heard;
  if (!first || pieces.length === 1) return first ?? NOTHING;
  const moved = pieces.map(({ heard: one, startSeconds: by }, index) => {
    const from = index === 0 ? 0 : by + OVERLAP_SECONDS / 2;
    const to = (pieces[index + 1]?.startSeconds ?? Number.POSITIVE_INFINITY) + OVERLAP_SECONDS / 2;
    const kept = <Item extends Timed>(items: readonly Item[]) =>
      items
        .map((item) => ({ ...item, start: item.start + by, end: item.end + by }))
        .filter((item) => from <= middleOf(item) && middleOf(item) < to);
    return { words: kept(audibleWords(one)), segments: kept(one.segments), text: one.text };
  });
  const words = moved.flatMap((one) => one.words);
  return {
    text: moved.map(({ text }) => text).join(' '),
    language: first.language,
    duration: null,
    words,
    segments: words.length > 0 ? [] : moved.flatMap(({ segments }) => segments),
  };
}

const NOTHING: VerboseTranscription = { text: '', language: null, duration: 0, words: [], segments: [] };

function audibleWords({ words, segments }: VerboseTranscription) {
  const silent = segments.filter(isSilence);
  return words.filter((word) => !silent.some(({ start, end }) => start <= middleOf(word) && middleOf(word) < end));
}

const middleOf = ({ start, end }: Timed): number => (start + end) / 2;
