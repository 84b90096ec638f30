import * as v from 'valibot';

const number = v.nullish(v.number());

/** A word. `probability` is what servers around faster-whisper add. */
const Word = v.object({ word: v.string(), start: v.number(), end: v.number(), probability: number });
export type SpeechWord = v.InferOutput<typeof Word>;

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
export const VerboseTranscription = v.object({
  text: v.string(),
  language: v.nullish(v.string()),
  duration: v.nullish(v.union([v.number(), v.pipe(v.string(), v.transform(Number), v.number())])),
  words: v.nullish(v.array(Word), []),
  segments: v.nullish(v.array(Segment), []),
});
export type VerboseTranscription = v.InferOutput<typeof VerboseTranscription>;

/** An error. Its message may repeat what was sent, and is not read. */
export const SpeechError = v.object({
  error: v.object({ code: v.nullish(v.string()), type: v.nullish(v.string()), param: v.nullish(v.string()) }),
});

/** An error of a server that is made with FastAPI: it names the field that it refuses. */
export const RefusedFields = v.object({ detail: v.array(v.object({ loc: v.array(v.unknown()) })) });
