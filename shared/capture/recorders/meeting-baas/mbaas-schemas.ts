import * as v from 'valibot';

const text = v.nullish(v.string());
const seconds = v.nullish(v.number());

/** `GET /v2/bots/{bot_id}`, the fields that are read (https://docs.meetingbaas.com/api-v2/reference/bots/getBotDetails). */
export const MbaasBot = v.object({
  bot_id: v.string(),
  status: v.string(),
  created_at: text,
  joined_at: text,
  exited_at: text,
  duration_seconds: seconds,
  artifacts_deleted: v.nullish(v.boolean()),
  /** Signed links, valid for four hours. The prose of its documentation calls the video `mp4`. */
  video: text,
  mp4: text,
  audio: text,
  transcription: text,
  diarization: text,
  error_code: text,
});
export type MbaasBot = v.InferOutput<typeof MbaasBot>;

/** Every successful response has its content in `data`. */
export const MbaasDetails = v.object({ data: MbaasBot });
export const MbaasCreated = v.object({ data: v.object({ bot_id: v.string() }) });

/** `GET /v2/bots`: newest first. */
export const MbaasPage = v.object({ data: v.array(v.object({ bot_id: v.string(), status: v.string() })) });

/** An error response. Its messages may repeat what was sent: they are searched for a field name and never shown. */
export const MbaasError = v.object({ code: text, message: text });

/** The file of a transcript (https://docs.meetingbaas.com/api-v2/artifacts), in the order of time. */
export const MbaasTranscriptFile = v.object({
  result: v.object({
    utterances: v.array(
      v.object({
        text: v.string(),
        start: v.number(),
        end: v.number(),
        confidence: seconds,
        language: text,
        speaker: v.nullish(v.union([v.string(), v.number()])),
        words: v.nullish(
          v.array(v.object({ word: v.string(), start: seconds, end: seconds, confidence: seconds })),
          [],
        ),
      }),
    ),
    languages: v.nullish(v.array(v.string()), []),
  }),
});
export type MbaasTranscriptFile = v.InferOutput<typeof MbaasTranscriptFile>;

/** A line of the diarization (https://docs.meetingbaas.com/api-v2/artifacts#diarization-artifact). Times are seconds. */
export const MbaasTurn = v.object({ speaker: text, start_time: v.number(), end_time: v.number() });
export type MbaasTurn = v.InferOutput<typeof MbaasTurn>;

/** A webhook or a callback. `extra` is beside `data` in the SDK's types, and inside it in the documentation. */
const Extra = v.nullish(v.record(v.string(), v.unknown()));
export const MbaasHint = v.object({
  data: v.object({ bot_id: text, extra: Extra }),
  extra: Extra,
});
