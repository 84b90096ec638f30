import { joinWords } from '#shared/recorders/rules/join-words';
import type { Speech } from '#shared/recorders/transcripts/speech-to-transcript';
import type { Word } from '#shared/results/rules/results';
import type { SpeechSegment, SpeechWord, VerboseTranscription } from './speech-schemas.ts';

/**
 * Above the first and below the second, Whisper itself takes a segment for silence (its `no_speech_threshold`,
 * `logprob_threshold`).
 */
const SILENCE = { noSpeechProbability: 0.6, averageLogProbability: -1 };
/** A pause between two words, in seconds, that ends a segment where the server makes none. */
const PAUSE_SECONDS = 1;
const MOST_WORDS = 60;

/** What was said, without speakers. Segments that Whisper takes for silence are left out: it invents text for them. */
export function speechIn({ text, segments, words, duration }: VerboseTranscription): readonly Speech[] {
  const timed = words.map(wordOf).filter((word) => word.text !== '');
  if (segments.length > 0) return segments.filter((one) => !isSilence(one)).map((one) => withWords(one, timed));
  if (timed.length > 0) return runsOf(timed).map(runOf);
  return text.trim() === '' ? [] : [{ ...NO_SPEAKER, text, confidence: null, start: 0, end: duration ?? 0, words: [] }];
}

const NO_SPEAKER = { speakerKey: null, speakerName: null } as const;

export const isSilence = ({ no_speech_prob, avg_logprob }: SpeechSegment): boolean =>
  (no_speech_prob ?? 0) > SILENCE.noSpeechProbability && (avg_logprob ?? 0) < SILENCE.averageLogProbability;

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
