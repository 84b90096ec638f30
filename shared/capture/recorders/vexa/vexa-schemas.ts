import * as v from 'valibot';
import { type Instant, readInstant } from '#shared/foundation/core/time';

/** ISO 8601 with microseconds; where Vexa writes no offset it means UTC. */
const moment = v.pipe(
  v.string(),
  v.transform((text) => readInstant(/[zZ]$|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`)),
  v.custom<Instant>((value) => value !== undefined),
);
const text = v.nullish(v.string());

const Transition = v.object({
  to: text,
  timestamp: v.nullish(moment),
  /** Who made it: `bot_callback`, `user_stop`, `runtime_destroy`, …. */
  source: text,
});

const MediaFile = v.object({ id: v.number(), type: v.string(), format: text, file_size_bytes: v.nullish(v.number()) });
export const VexaRecording = v.object({
  id: v.number(),
  status: text,
  media_files: v.nullish(v.array(MediaFile), []),
});
export type VexaRecording = v.InferOutput<typeof VexaRecording>;

/** The part of a meeting's `data` that is read. It also holds links and, right after creation, the webhook secret. */
const Data = v.object({
  title: text,
  status_transition: v.nullish(v.array(Transition), []),
  recordings: v.nullish(v.array(VexaRecording), []),
  artifact_deletion: v.nullish(v.object({ state: text })),
  sessions: v.nullish(v.array(v.unknown()), []),
  transcribe_enabled: v.nullish(v.boolean()),
  stt_fault: v.nullish(v.unknown()),
  transcript_finalize_failed: v.nullish(v.unknown()),
});

/** `GET /meetings/{id}` and one of `GET /bots`. Statuses are read as texts: later versions of Vexa add some. */
export const VexaMeeting = v.object({
  id: v.number(),
  platform: text,
  native_meeting_id: text,
  constructed_meeting_url: text,
  status: v.string(),
  completion_reason: text,
  failure_stage: text,
  start_time: v.nullish(moment),
  end_time: v.nullish(moment),
  created_at: v.nullish(moment),
  data: v.nullish(Data, {}),
});
export type VexaMeeting = v.InferOutput<typeof VexaMeeting>;

/** `GET /bots`: newest first. */
export const VexaMeetings = v.object({ meetings: v.array(VexaMeeting), has_more: v.nullish(v.boolean()) });

/** One segment of `GET /transcripts/by-id/{id}`. Seconds from the start of the recording. */
const Segment = v.object({
  speaker: text,
  text: v.string(),
  start: v.number(),
  end: v.number(),
  language: text,
  completed: v.nullish(v.boolean()),
});
export type VexaSegment = v.InferOutput<typeof Segment>;
export const VexaTranscript = v.object({ segments: v.array(Segment) });

/** A webhook: a change of status names the connection of the bot, the others its meeting. */
export const VexaHook = v.object({
  data: v.nullish(v.object({ meeting: v.nullish(v.object({ id: v.nullish(v.number()), connection_id: text })) })),
});
