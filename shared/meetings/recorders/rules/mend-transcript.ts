import type { Segment, Transcript, Word } from '#shared/meetings/results/rules/results';
import { placedWords } from '#shared/meetings/results/rules/words-in';

/** A transcript without what its engine invented, and sentences that say what was changed. */
export interface MendedTranscript {
  readonly transcript: Transcript;
  /** A text was repeated without a break. */
  readonly isRepeated: boolean;
  readonly notes: readonly string[];
}

/**
 * Cuts runs of one repeated text to one, then spreads the times of words anew where they cannot be right. No other word is
 * taken out. A transcript of a person who repeats something a few times stays as it is.
 */
export function mendTranscript(transcript: Transcript): MendedTranscript {
  const cut = withoutRuns(transcript);
  const timed = withSoundTimes(cut.transcript);
  return {
    transcript: timed.transcript,
    isRepeated: cut.notes.length > 0,
    notes: [...cut.notes, ...timed.notes],
  };
}

/** A text of at least so many words, said more than so often one after the other and for longer than that, is invented. */
const RUN = { words: 3, times: 8, seconds: 30 };
/** The longest text that is looked for. Engines repeat a sentence. */
const LONGEST_RUN_WORDS = 40;

interface SpokenWord {
  /** The word in lower case, with who says it: people who say the same in turn repeat nothing. */
  readonly said: string;
  readonly segment: number;
  readonly at: number;
  readonly until: number;
  readonly start: number;
  readonly end: number;
}

interface Run {
  /** The first word that is cut, and the first that is not. */
  readonly from: number;
  readonly to: number;
  readonly times: number;
}

type Changed = Omit<MendedTranscript, 'isRepeated'>;

function withoutRuns(transcript: Transcript): Changed {
  const spoken = spokenWords(transcript);
  const runs = runsIn(spoken);
  if (runs.length === 0) return { transcript, notes: [] };
  const cut = new Set(runs.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, nth) => from + nth)));
  const bySegment = Map.groupBy(
    spoken.map((word, index) => ({ ...word, isCut: cut.has(index) })),
    ({ segment }) => segment,
  );
  const segments = transcript.segments.flatMap((segment, index) => withoutCut(segment, bySegment.get(index) ?? []));
  const notes = runs.map(({ times }) => `A text that was repeated ${times} times without a break is kept once.`);
  return { transcript: { ...transcript, segments }, notes: [...new Set(notes)] };
}

function spokenWords({ language, segments }: Transcript): readonly SpokenWord[] {
  return segments.flatMap((segment, index) =>
    placedWords(segment.text, language).map(({ word, at, until }) => ({
      ...{ said: `${segment.speakerId} ${word.toLowerCase()}`, segment: index, at, until },
      ...{ start: timeAt(segment, at), end: timeAt(segment, until) },
    })),
  );
}

/** When a character of a segment is said, as if all of them took the same time. */
const timeAt = ({ start, end, text }: Segment, at: number): number =>
  start + ((end - start) * at) / Math.max(1, text.length);

/**
 * Where one text is repeated. The shortest text is taken: one that is itself a word or two over and over is none of at
 * least three words.
 */
function runsIn(spoken: readonly SpokenWord[]): readonly Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < spoken.length; ) {
    const run = runFrom(spoken, at);
    if (run.times > 0) runs.push(run);
    at = run.to;
  }
  return runs;
}

/** The run that begins at a word; `times` is 0, and `to` the next word to look at, where none does. */
function runFrom(spoken: readonly SpokenWord[], at: number): Run {
  const none = { from: at, to: at + 1, times: 0 };
  for (let period = 1; period <= LONGEST_RUN_WORDS && at + period < spoken.length; period += 1) {
    if (spoken[at]?.said !== spoken[at + period]?.said) continue;
    const end = repeatedUntil(spoken, at, period);
    const times = Math.floor((end - at) / period);
    if (times <= RUN.times) continue;
    const to = at + times * period;
    const seconds = (spoken[to - 1]?.end ?? 0) - (spoken[at]?.start ?? 0);
    // A shorter text that is repeated cannot be part of a longer one that is.
    return period >= RUN.words && seconds > RUN.seconds ? { from: at + period, to, times } : { ...none, to };
  }
  return none;
}

function repeatedUntil(spoken: readonly SpokenWord[], at: number, period: number): number {
  let end = at + period;
  while (end < spoken.length && spoken[end]?.said === spoken[end - period]?.said) end += 1;
  return end;
}

function withoutCut(
  segment: Segment,
  spoken: readonly (SpokenWord & { readonly isCut: boolean })[],
): readonly Segment[] {
  if (!spoken.some(({ isCut }) => isCut)) return [segment];
  const kept = spoken.filter(({ isCut }) => !isCut);
  const last = kept.at(-1);
  if (!last) return [];
  const before = segment.text.slice(0, spoken[0]?.at ?? 0);
  const text = `${before}${kept.map(({ at, until }) => segment.text.slice(at, until)).join('')}`.trim();
  const words = wordsWithin(segment, kept);
  return [{ ...segment, end: words.at(-1)?.end ?? last.end, text, words }];
}

/** The timed words of a segment that begin in one of the pieces of its text. */
function wordsWithin(
  { text, words }: Segment,
  kept: readonly { readonly at: number; readonly until: number }[],
): readonly Word[] {
  let from = 0;
  return words.filter((word, nth) => {
    const found = text.indexOf(word.text, from);
    const at = found < 0 ? Math.floor((text.length * nth) / words.length) : found;
    if (found >= 0) from = found + word.text.length;
    return kept.some((piece) => piece.at <= at && at < piece.until);
  });
}

/** How far a word may lie outside its segment, or before the word that it follows: engines round. */
const TIME_TOLERANCE_SECONDS = 1;
/** Words a second that no one says: times of more of them lie on one spot. */
const IMPOSSIBLE_WORDS_PER_SECOND = 20;

function withSoundTimes(transcript: Transcript): Changed {
  const segments = transcript.segments.map((segment) => {
    const bounded = withSoundBounds(segment);
    return hasWrongTimes(bounded) ? { ...bounded, words: spread(bounded) } : bounded;
  });
  const changed = segments.filter((segment, nth) => segment !== transcript.segments[nth]).length;
  const notes = changed === 0 ? [] : [`Times of words were wrong in ${changed} segments, and are spread evenly.`];
  return changed === 0 ? { transcript, notes } : { transcript: { ...transcript, segments }, notes };
}

/** A segment begins in the recording and does not end before it begins. */
function withSoundBounds(segment: Segment): Segment {
  if (segment.start >= 0 && segment.end >= segment.start) return segment;
  const start = Math.max(0, segment.start);
  return { ...segment, start, end: Math.max(start, segment.end) };
}

function hasWrongTimes({ start, end, words }: Segment): boolean {
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return false;
  const isOutside = words.some(
    (word, nth) =>
      word.end < word.start ||
      word.start < start - TIME_TOLERANCE_SECONDS ||
      word.end > end + TIME_TOLERANCE_SECONDS ||
      word.start < (words[nth - 1]?.start ?? word.start) - TIME_TOLERANCE_SECONDS,
  );
  const span = last.end - first.start;
  const isOnOneSpot = end - start > 1 && words.length > 2 && words.length > IMPOSSIBLE_WORDS_PER_SECOND * span;
  return isOutside || isOnOneSpot;
}

/** Each word takes the share of the segment that its letters have of all. */
function spread({ start, end, words }: Segment): readonly Word[] {
  const letters = words.reduce((sum, { text }) => sum + Math.max(1, text.length), 0);
  const perLetter = (end - start) / letters;
  let at = start;
  return words.map((word) => {
    const from = at;
    at = Math.min(end, at + Math.max(1, word.text.length) * perLetter);
    return { ...word, start: rounded(from), end: rounded(at) };
  });
}

const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;
