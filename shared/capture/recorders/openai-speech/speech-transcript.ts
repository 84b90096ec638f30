import type { Speech } from '#shared/capture/recorders/transcripts/speech-to-transcript';
import { joinWords } from '#shared/meetings/recorders/rules/join-words';
import { MOST_A_SECOND } from '#shared/meetings/recorders/rules/transcript-doubts';
import type { Word } from '#shared/meetings/results/rules/results';
import { countWords } from '#shared/meetings/results/rules/words-in';
import type { SpeechSegment, SpeechWord, VerboseTranscription } from './speech-schemas.ts';

/**
 * Above the first and below the second, Whisper itself takes a segment for silence (its `no_speech_threshold`,
 * `logprob_threshold`).
 */
const SILENCE = { noSpeechProbability: 0.6, averageLogProbability: -1 };
/**
 * Above the first or below the second, Whisper itself takes a segment for a failure (its `compression_ratio_threshold`,
 * `logprob_threshold`), and hears it again at a higher temperature.
 */
const FAILURE = { compressionRatio: 2.4, averageLogProbability: -1 };
/** A pause between two words, in seconds, that ends a segment where the server makes none. */
const PAUSE_SECONDS = 1;
const MOST_WORDS = 60;

/**
 * What was said, without speakers. Segments that Whisper takes for silence are left out, since it invents text for them,
 * and those that it takes for a failure and that are faster than anyone speaks.
 */
export function speechIn({ text, segments, words, duration }: VerboseTranscription): readonly Speech[] {
  const timed = words.map(wordOf).filter((word) => word.text !== '');
  if (segments.length > 0) return segments.filter((one) => !isLeftOut(one)).map((one) => withWords(one, timed));
  if (timed.length > 0) return runsOf(timed).map(runOf);
  return text.trim() === '' ? [] : [{ ...NO_SPEAKER, text, confidence: null, start: 0, end: duration ?? 0, words: [] }];
}

const NO_SPEAKER = { speakerKey: null, speakerName: null } as const;

export const isSilence = ({ no_speech_prob, avg_logprob }: SpeechSegment): boolean =>
  (no_speech_prob ?? 0) > SILENCE.noSpeechProbability && (avg_logprob ?? 0) < SILENCE.averageLogProbability;

/** Whisper itself takes the segment for a failure; hearing it again may help. */
export const isFailure = (segment: SpeechSegment): boolean =>
  !isSilence(segment) &&
  ((segment.compression_ratio ?? 0) > FAILURE.compressionRatio ||
    (segment.avg_logprob ?? 0) < FAILURE.averageLogProbability);

function isImpossible(segment: SpeechSegment): boolean {
  const seconds = Math.max(1, segment.end - segment.start);
  const isFast =
    segment.text.length > MOST_A_SECOND.letters * seconds ||
    countWords(segment.text, null) > MOST_A_SECOND.words * seconds;
  return isFast && isFailure(segment);
}

/** The segment has no text that was said. */
export const isLeftOut = (segment: SpeechSegment): boolean => isSilence(segment) || isImpossible(segment);

/** Seconds in which Whisper heard a voice, and of which no text is left. */
export const unheardSeconds = (segments: readonly SpeechSegment[]): number =>
  segments
    .filter((one) => isImpossible(one) && (one.no_speech_prob ?? 1) <= SILENCE.noSpeechProbability)
    .reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0);

/** The words belong to the segment in which their middle is. */
function withWords({ text, start, end, avg_logprob }: SpeechSegment, words: readonly Word[]): Speech {
  const own = words.filter((word) => start <= middleOf(word) && middleOf(word) < end);
  return { ...NO_SPEAKER, text, confidence: confidenceOf(avg_logprob), start, end, words: own };
}

const middleOf = ({ start, end }: Word): number => (start + end) / 2;

/** The mean probability of a token. */
const confidenceOf = (logProbability: number | null | undefined): number | null =>
  typeof logProbability === 'number' ? Math.round(Math.exp(Math.min(0, logProbability)) * 1000) / 1000 : null;

/** Words between pauses. */
function runsOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const runs: Word[][] = [];
  for (const word of words) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && word.start - last.end < PAUSE_SECONDS && run.length < MOST_WORDS) run.push(word);
    else runs.push([word]);
  }
  return runs;
}

const runOf = (words: readonly Word[]): Speech => ({
  ...NO_SPEAKER,
  text: joinWords(words.map((word) => word.text)),
  confidence: null,
  start: words[0]?.start ?? 0,
  end: words.at(-1)?.end ?? 0,
  words,
});

const wordOf = ({ word, start, end, probability }: SpeechWord): Word => ({
  text: word.trim(),
  start,
  end: Math.max(start, end),
  confidence: probability ?? null,
});
