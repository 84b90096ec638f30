import { OVERLAP_SECONDS } from '#shared/foundation/media/rules/audio-pieces';
import type { HeardPiece } from './kept-pieces.ts';
import type { SpeechSegment, SpeechWord, VerboseTranscription } from './speech-schemas.ts';
import { isLeftOut } from './speech-transcript.ts';

interface Timed {
  readonly start: number;
  readonly end: number;
}

/**
 * The transcription of a whole recording from those of its pieces. Each piece counts from the middle of its overlap with
 * the one before to the middle of that with the next. Words decide where there are any, since a segment may reach over
 * that border; a piece for which the server gives none has those of its segments.
 */
export function joinPieces(pieces: readonly HeardPiece[]): VerboseTranscription {
  const [only, ...others] = pieces;
  if (!only) return NOTHING;
  if (others.length === 0) return only.startSeconds === 0 ? only.heard : movedBy(only.startSeconds, only.heard);
  const hasWords = pieces.some(({ heard }) => heard.words.length > 0);
  const moved = pieces.map(({ heard: one, startSeconds: by }, index) => {
    const from = index === 0 ? 0 : by + OVERLAP_SECONDS / 2;
    const to = (pieces[index + 1]?.startSeconds ?? Number.POSITIVE_INFINITY) + OVERLAP_SECONDS / 2;
    const kept = <Item extends Timed>(items: readonly Item[]) =>
      items
        .map((item) => ({ ...item, start: item.start + by, end: item.end + by }))
        .filter((item) => from <= middleOf(item) && middleOf(item) < to);
    const segments = segmentsOf(pieces[index] ?? only);
    return { words: hasWords ? kept(audibleWords(one, segments)) : [], segments: kept(segments), text: one.text };
  });
  const words = moved.flatMap((one) => one.words);
  return {
    text: moved.map(({ text }) => text).join(' '),
    language: only.heard.language,
    duration: null,
    words,
    segments: hasWords ? [] : moved.flatMap(({ segments }) => segments),
  };
}

/** A text without times is a segment from the start of its piece to the end. */
function segmentsOf({ heard, startSeconds, nextSeconds }: HeardPiece): readonly SpeechSegment[] {
  const { text, segments, words, duration } = heard;
  if (segments.length > 0 || words.length > 0 || text.trim() === '') return segments;
  return [{ text, start: 0, end: duration ?? (nextSeconds ?? startSeconds) - startSeconds }];
}

/** Of one piece that begins after the recording does. A text without times stands where the piece is. */
function movedBy(seconds: number, heard: VerboseTranscription): VerboseTranscription {
  const move = <Item extends Timed>(items: readonly Item[]) =>
    items.map((item) => ({ ...item, start: item.start + seconds, end: item.end + seconds }));
  const { text, words, segments, duration } = heard;
  const isTimed = words.length > 0 || segments.length > 0 || text.trim() === '';
  const whole = isTimed ? segments : [{ text, start: 0, end: duration ?? 0 }];
  return {
    ...heard,
    words: move(words),
    segments: move(whole),
    duration: typeof duration === 'number' ? duration + seconds : null,
  };
}

const NOTHING: VerboseTranscription = { text: '', language: null, duration: 0, words: [], segments: [] };

function audibleWords(
  { words }: Pick<VerboseTranscription, 'words'>,
  segments: readonly SpeechSegment[],
): readonly SpeechWord[] {
  const silent = segments.filter(isLeftOut);
  if (words.length === 0) return segments.filter((one) => !silent.includes(one)).flatMap(wordsIn);
  return words.filter((word) => !silent.some(({ start, end }) => start <= middleOf(word) && middleOf(word) < end));
}

const middleOf = ({ start, end }: Timed): number => (start + end) / 2;

/** Each word has the part of the time that its characters are of all. */
function wordsIn({ text, start, end }: SpeechSegment): readonly SpeechWord[] {
  const words = text.split(/\s+/).filter(Boolean);
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  let before = 0;
  const at = () => start + ((end - start) * before) / letters;
  return words.map((word) => {
    const from = at();
    before += word.length;
    return { word, start: from, end: at() };
  });
}
