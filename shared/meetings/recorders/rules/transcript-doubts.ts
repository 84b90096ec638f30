import type { SpeakerTimeline } from '#shared/meetings/recorders/rules/speaker-timeline';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { placedWords } from '#shared/meetings/results/rules/words-in';

/** Why a transcript may not be what was said. */
export type TranscriptDoubt =
  | 'empty' // no words
  | 'few_words' // hardly any for the time in which someone spoke
  | 'gap' // minutes in which someone spoke have none
  | 'too_fast'; // more than anyone says in that time

/** What a transcript is compared with. */
export interface RecordedSpeech {
  readonly durationSeconds: number;
  /** Undefined: who spoke when is not known, and any second of the recording may be speech. */
  readonly timeline: SpeakerTimeline | undefined;
}

/** A recording shorter than this is doubted only where it is empty, or too fast. */
const SHORT_SECONDS = 180;
const FEWEST_WORDS_A_MINUTE = 5;
const LONGEST_GAP_SECONDS = 300;
/** Over this time, or over the recording where that is shorter. */
const WINDOW_SECONDS = 30;
/** More words or letters than these no one says in a second. */
export const MOST_A_SECOND = { words: 10, letters: 40 };

/** The reasons to doubt a transcript whose repetitions are cut; none where it fits what was recorded. */
export function doubtsAbout(transcript: Transcript, recorded: RecordedSpeech): readonly TranscriptDoubt[] {
  const words = spokenWords(transcript);
  if (words.length === 0) return ['empty'];
  const tooFast: readonly TranscriptDoubt[] = isTooFast(words, recorded.durationSeconds) ? ['too_fast'] : [];
  if (recorded.durationSeconds < SHORT_SECONDS) return tooFast;
  const speech = speechOf(recorded);
  const isFew = words.length < (FEWEST_WORDS_A_MINUTE * secondsOf(speech)) / 60;
  const hasGap = gapsBetween(words, recorded.durationSeconds).some(
    (gap) => secondsOf(within(speech, gap)) > LONGEST_GAP_SECONDS,
  );
  return [...(isFew ? (['few_words'] as const) : []), ...(hasGap ? (['gap'] as const) : []), ...tooFast];
}

/** Seconds in which someone spoke, each counted once. */
export const secondsSpoken = (timeline: SpeakerTimeline): number => secondsOf(joined(timeline));

/** How many words a transcript has. */
export const wordsOf = (transcript: Transcript): number => spokenWords(transcript).length;

interface Span {
  readonly start: number;
  readonly end: number;
}

interface SpokenWord {
  readonly at: number;
  readonly letters: number;
}

/** Each word at its time, in the order of time: the words of a segment as if all of its characters took the same. */
function spokenWords({ language, segments }: Transcript): readonly SpokenWord[] {
  return segments
    .flatMap(({ text, start, end }) =>
      placedWords(text, language).map(({ word, at }) => ({
        at: start + ((end - start) * at) / Math.max(1, text.length),
        letters: word.length,
      })),
    )
    .sort((one, other) => one.at - other.at);
}

function isTooFast(words: readonly SpokenWord[], durationSeconds: number): boolean {
  const window = Math.min(WINDOW_SECONDS, Math.max(1, durationSeconds));
  let letters = 0;
  let first = 0;
  return words.some((word, nth) => {
    letters += word.letters;
    for (let before = words[first]; before && before.at <= word.at - window; before = words[first]) {
      letters -= before.letters;
      first += 1;
    }
    return nth - first + 1 > MOST_A_SECOND.words * window || letters > MOST_A_SECOND.letters * window;
  });
}

const speechOf = ({ durationSeconds, timeline }: RecordedSpeech): readonly Span[] =>
  timeline ? joined(timeline) : [{ start: 0, end: durationSeconds }];

/** The stretches in which nothing was written down. */
function gapsBetween(words: readonly SpokenWord[], durationSeconds: number): readonly Span[] {
  const times = [0, ...words.map(({ at }) => at), durationSeconds];
  return times.slice(1).map((end, nth) => ({ start: times[nth] ?? 0, end }));
}

/** Spans that do not overlap, in the order of time. */
function joined(spans: readonly Span[]): readonly Span[] {
  const whole: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = whole.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else if (end > start) whole.push({ start, end });
  }
  return whole;
}

const within = (spans: readonly Span[], { start, end }: Span): readonly Span[] =>
  end - start <= LONGEST_GAP_SECONDS
    ? []
    : spans.map((span) => ({ start: Math.max(span.start, start), end: Math.min(span.end, end) }));

const secondsOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0);
