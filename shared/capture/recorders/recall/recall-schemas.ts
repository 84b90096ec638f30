import * as v from 'valibot';

const text = v.nullish(v.string());

/** One entry of `status_changes`. Codes and sub codes may be added at any time (https://docs.recall.ai/docs/sub-codes). */
export const RecallStatusChange = v.object({ code: v.string(), sub_code: text, created_at: v.string() });
export type RecallStatusChange = v.InferOutput<typeof RecallStatusChange>;

const Status = v.nullish(v.object({ code: v.string(), sub_code: text }));

/** A media object: its link is there once its status is `done`. */
const Media = v.nullish(v.object({ status: Status, data: v.nullish(v.object({ download_url: text })) }));
export type RecallMedia = v.InferOutput<typeof Media>;

const ParticipantEvents = v.nullish(v.object({ data: v.nullish(v.object({ speaker_timeline_download_url: text })) }));

export const RecallRecording = v.object({
  id: v.string(),
  started_at: text,
  completed_at: text,
  status: Status,
  media_shortcuts: v.nullish(
    v.object({ video_mixed: Media, audio_mixed: Media, transcript: Media, participant_events: ParticipantEvents }),
  ),
});
export type RecallRecording = v.InferOutput<typeof RecallRecording>;

/** `GET /bot/{id}/` (https://docs.recall.ai/reference/bot_retrieve), the fields that are read. */
export const RecallBot = v.object({
  id: v.string(),
  status_changes: v.nullish(v.array(RecallStatusChange), []),
  recordings: v.nullish(v.array(RecallRecording), []),
  recording_config: v.nullish(
    v.object({
      transcript: v.nullish(
        v.object({
          provider: v.nullish(v.object({ recallai_streaming: v.nullish(v.object({ language_code: text })) })),
        }),
      ),
    }),
  ),
});
export type RecallBot = v.InferOutput<typeof RecallBot>;

export const RecallCreatedBot = v.object({ id: v.string() });

/** `GET /bot/`: a page. */
export const RecallBotPage = v.object({ results: v.array(RecallBot) });

/** The file of a transcript (https://docs.recall.ai/docs/download-schemas). Captions of a platform have no end times. */
const Time = v.nullish(v.object({ relative: v.nullish(v.number()) }));
const Participant = v.nullish(v.object({ id: v.nullish(v.union([v.number(), v.string()])), name: text }));
export const RecallTranscriptFile = v.array(
  v.object({
    participant: Participant,
    words: v.nullish(v.array(v.object({ text: v.string(), start_timestamp: Time, end_timestamp: Time })), []),
  }),
);
/** The file of a speaker timeline. A turn that was not over when the recording ended has no end. */
export const RecallTimelineFile = v.array(
  v.object({ participant: Participant, start_timestamp: Time, end_timestamp: Time }),
);
export type RecallTimelineFile = v.InferOutput<typeof RecallTimelineFile>;
export type RecallTranscriptFile = v.InferOutput<typeof RecallTranscriptFile>;

/** The data of `transcript.data` and `transcript.partial_data`: an utterance (https://docs.recall.ai/docs/bot-real-time-transcription). */
export const RecallUtterance = v.object({
  participant: Participant,
  words: v.array(v.object({ text: v.string(), start_timestamp: Time, end_timestamp: Time })),
});

/** An error: a code, or the fields that are wrong. Its texts may repeat what was sent, and are not read. */
export const RecallError = v.object({ code: text, meeting_url: v.optional(v.unknown()) });

/** A webhook: the bot is named beside its status, and in workspaces of before 2025 by `bot_id`. */
export const RecallHint = v.object({
  event: text,
  data: v.object({
    /** Of a real-time endpoint; of a change of status, another object. */
    data: v.optional(v.unknown()),
    bot: v.nullish(v.object({ id: text, metadata: v.nullish(v.record(v.string(), v.unknown())) })),
    bot_id: text,
  }),
});
