import * as v from 'valibot';
import { type Speech, transcriptOf } from '#shared/capture/recorders/transcripts/speech-to-transcript';
import { joinWords } from '#shared/meetings/recorders/rules/join-words';
import type { Transcript, Word } from '#shared/meetings/results/rules/results';

/** Numbers are texts in this file: `"4.87"`. */
const number = v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.number(), v.finite());

const Item = v.object({
  type: v.string(),
  start_time: v.optional(number),
  end_time: v.optional(number),
  speaker_label: v.nullish(v.string()),
  channel_label: v.nullish(v.string()),
  alternatives: v.array(v.object({ content: v.string(), confidence: v.optional(number) })),
});
type Item = v.InferOutput<typeof Item>;

/**
 * The file of a finished job (https://docs.aws.amazon.com/transcribe/latest/dg/how-input.html#how-output). Items are words
 * with times, and punctuation without. With several languages `language_codes` has the seconds of each.
 */
export const TranscribeOutput = v.object({
  results: v.object({
    language_code: v.nullish(v.string()),
    language_codes: v.nullish(
      v.array(v.object({ language_code: v.string(), duration_in_seconds: v.optional(number, 0) })),
    ),
    items: v.array(Item),
  }),
});
export type TranscribeOutput = v.InferOutput<typeof TranscribeOutput>;

/** A pause between two words, in seconds, that ends a segment. */
const PAUSE_SECONDS = 1;
/** A segment ends with the first sentence after so many words, and at the latest after as many again. */
const MANY_WORDS = 30;

interface HeardWord extends Word {
  /** `spk_0` or `ch_0`; null where speakers are not told apart. */
  readonly label: string | null;
}

interface Recording {
  /** That of the job: the result names one where it was identified. */
  readonly language: string | null;
  /** Where its sound begins, from which the times of the result count. */
  readonly startSeconds: number;
}

/** The transcript in a result, in the times of the recording. */
export function readTranscribeOutput({ results }: TranscribeOutput, { language, startSeconds }: Recording): Transcript {
  const words = wordsIn(results.items)
    .map((word) => ({ ...word, start: word.start + startSeconds, end: word.end + startSeconds }))
    .toSorted((one, other) => one.start - other.start);
  return transcriptOf(languageIn(results) ?? language, runsOf(words).map(speechOf));
}

/** The language that most was spoken in. */
function languageIn({ language_code, language_codes }: TranscribeOutput['results']): string | null {
  const [most] = (language_codes ?? []).toSorted((one, other) => other.duration_in_seconds - one.duration_in_seconds);
  return most?.language_code ?? language_code ?? null;
}

/** Punctuation belongs to the word before it. */
function wordsIn(items: readonly Item[]): readonly HeardWord[] {
  const words: HeardWord[] = [];
  for (const { start_time: start, end_time: end, speaker_label, channel_label, alternatives } of items) {
    const [{ content, confidence } = { content: '', confidence: undefined }] = alternatives;
    const last = words.at(-1);
    if (start !== undefined) {
      const label = speaker_label ?? channel_label ?? null;
      words.push({
        text: content.trim(),
        start,
        end: Math.max(start, end ?? start),
        confidence: confidence ?? null,
        label,
      });
    } else if (last) {
      words[words.length - 1] = { ...last, text: `${last.text}${content.trim()}` };
    }
  }
  return words.filter(({ text }) => text !== '');
}

/** Words of one speaker without a long pause. */
function runsOf(words: readonly HeardWord[]): readonly (readonly HeardWord[])[] {
  const runs: HeardWord[][] = [];
  for (const word of words) {
    const run = runs.at(-1);
    if (run && continues(run, word)) run.push(word);
    else runs.push([word]);
  }
  return runs;
}

function continues(run: readonly HeardWord[], next: HeardWord): boolean {
  const last = run.at(-1);
  if (!last || last.label !== next.label || next.start - last.end >= PAUSE_SECONDS) return false;
  const isSentence = /[.?!。？！]$/u.test(last.text);
  return run.length < MANY_WORDS || (!isSentence && run.length < 2 * MANY_WORDS);
}

const speechOf = (run: readonly HeardWord[]): Speech => ({
  speakerKey: run[0]?.label ?? null,
  speakerName: null,
  text: joinWords(run.map(({ text }) => text)),
  confidence: meanOf(run.flatMap(({ confidence }) => confidence ?? [])),
  start: run[0]?.start ?? 0,
  end: Math.max(...run.map(({ end }) => end)),
  words: run.map(({ label: _label, ...word }) => word),
});

const meanOf = (numbers: readonly number[]): number | null =>
  numbers.length === 0 ? null : Math.round((numbers.reduce((sum, one) => sum + one, 0) / numbers.length) * 1000) / 1000;
