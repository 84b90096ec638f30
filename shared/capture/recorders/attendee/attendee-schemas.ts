import * as v from 'valibot';
import { type Instant, readInstant } from '#shared/foundation/core/time';

/** `2026-11-23T02:56:27.297694Z`, with microseconds, which are cut. */
const moment = v.pipe(
  v.string(),
  v.transform((text) => readInstant(text)),
  v.custom<Instant>((value) => value !== undefined),
);

/** What happened to a bot. The type says what, the sub type why; there is no sub type for most. */
const Event = v.object({ type: v.nullable(v.string()), sub_type: v.nullish(v.string()), created_at: moment });

/** `GET /bots/{id}`. States and types are read as texts: later versions of Attendee add some. */
export const AttendeeBot = v.object({
  id: v.string(),
  state: v.nullable(v.string()),
  events: v.array(Event),
  recording_state: v.nullish(v.string()),
  transcription_state: v.nullish(v.string()),
});
export type AttendeeBot = v.InferOutput<typeof AttendeeBot>;

/** `GET /bots`: a page of 25, oldest first. */
export const AttendeeBots = v.object({ results: v.array(AttendeeBot) });

/** `GET /bots/{id}/recording`: a link to S3 for 30 minutes, and when the first byte was recorded, in epoch milliseconds. */
export const AttendeeRecording = v.object({
  url: v.pipe(v.string(), v.url()),
  start_timestamp_ms: v.nullish(
    v.pipe(
      v.number(),
      v.transform((milliseconds) => milliseconds as Instant),
    ),
  ),
});
export type AttendeeRecording = v.InferOutput<typeof AttendeeRecording>;

/** Seconds from the start of the utterance. Providers add further keys, and some give a word no times. */
const Word = v.object({
  word: v.nullish(v.string()),
  punctuated_word: v.nullish(v.string()),
  start: v.nullish(v.number()),
  end: v.nullish(v.number()),
  confidence: v.nullish(v.number()),
});

/** One utterance of `GET /bots/{id}/transcript`. `timestamp_ms` is in epoch milliseconds. */
const Utterance = v.object({
  speaker_name: v.nullish(v.string()),
  speaker_uuid: v.nullish(v.string()),
  timestamp_ms: v.number(),
  duration_ms: v.number(),
  transcription: v.object({
    transcript: v.string(),
    words: v.nullish(v.array(Word)),
    language: v.nullish(v.string()),
  }),
});
export type AttendeeUtterance = v.InferOutput<typeof Utterance>;
/** The data of a webhook with the trigger `transcript.update`: one utterance, in the same shape. */
export const AttendeeUpdate = Utterance;
export const AttendeeTranscript = v.array(Utterance);

/** `GET /bots/{id}/participant_events`: a page of 25, oldest first. `next` is an absolute URL with the cursor. */
const ParticipantEvent = v.object({
  participant_name: v.nullish(v.string()),
  participant_uuid: v.string(),
  event_type: v.nullish(v.string()),
  timestamp_ms: v.number(),
});
export type AttendeeParticipantEvent = v.InferOutput<typeof ParticipantEvent>;
export const AttendeeParticipantEvents = v.object({
  next: v.nullish(v.string()),
  results: v.array(ParticipantEvent),
});

/** A webhook. Those about calendars name no bot. */
export const AttendeeHook = v.object({
  trigger: v.nullish(v.string()),
  data: v.optional(v.unknown()),
  bot_id: v.nullish(v.string()),
  bot_metadata: v.nullish(v.record(v.string(), v.unknown())),
});
