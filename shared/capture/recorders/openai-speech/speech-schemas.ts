import * as v from 'valibot';
import { withTimes } from '#shared/capture/recorders/transcripts/with-times';

const number = v.nullish(v.number());

/** A word. `probability` is what servers around faster-whisper add; those around WhisperX give some words no times. */
const Word = v.object({ word: v.string(), start: number, end: number, probability: number });
const Words = v.pipe(
  v.nullish(v.array(Word), []),
  v.transform((words) => (words.some(({ start }) => typeof start === 'number') ? withTimes(words) : [])),
);
export type SpeechWord = v.InferOutput<typeof Words>[number];

const Segment = v.object({
  start: v.number(),
  end: v.number(),
  text: v.string(),
  avg_logprob: number,
  no_speech_prob: number,
  compression_ratio: number,
  temperature: number,
});
export type SpeechSegment = v.InferOutput<typeof Segment>;

/** `verbose_json` of `POST /v1/audio/transcriptions` (https://platform.openai.com/docs/api-reference/audio). Times are seconds. */
export const VerboseTranscription = v.pipe(
  v.object({
    text: v.string(),
    language: v.nullish(v.string()),
    duration: v.nullish(v.union([v.number(), v.pipe(v.string(), v.transform(Number), v.number())])),
    words: Words,
    segments: v.nullish(v.array(Segment), []),
  }),
  v.transform(({ words, segments, ...rest }) => {
    const perSecond = [...words, ...segments].some(({ end }) => end > LONGEST_SECONDS) ? NANOSECONDS : 1;
    return { ...rest, words: inSeconds(words, perSecond), segments: inSeconds(segments, perSecond) };
  }),
);

/** Eleven days, which is a millisecond in nanoseconds: LocalAI writes those (`time.Duration` of Go) in its older versions. */
const LONGEST_SECONDS = 1_000_000;
const NANOSECONDS = 1_000_000_000;

const inSeconds = <Item extends { readonly start: number; readonly end: number }>(
  items: readonly Item[],
  perSecond: number,
): Item[] => items.map((item) => ({ ...item, start: item.start / perSecond, end: item.end / perSecond }));

export type VerboseTranscription = v.InferOutput<typeof VerboseTranscription>;

/** An error. Its message may repeat what was sent, and is not read. */
export const SpeechError = v.object({
  error: v.object({ code: v.nullish(v.string()), type: v.nullish(v.string()), param: v.nullish(v.string()) }),
});

/** An error of a server that is made with FastAPI: it names the field that it refuses. */
export const RefusedFields = v.object({ detail: v.array(v.object({ loc: v.array(v.unknown()) })) });
