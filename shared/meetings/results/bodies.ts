import * as v from 'valibot';
import { dateTime, idText, PersonBody } from '#shared/foundation/http/response/wire';
import { TRANSCRIPT_OUTCOMES } from '#shared/meetings/bots/rules/transcript-outcome';
import { SUMMARY_ENGINES } from '#shared/meetings/results/rules/results';

const part = v.picklist(['processing', 'ready', 'failed', 'none']);

const WordBody = v.strictObject({
  text: v.string(),
  start: v.number(),
  end: v.number(),
  confidence: v.nullable(v.number()),
});

const SegmentBody = v.strictObject({
  id: v.string(),
  speaker_id: v.nullable(v.string()),
  start: v.number(),
  end: v.number(),
  text: v.string(),
  confidence: v.nullable(v.number()),
  words: v.optional(v.array(WordBody)),
});

const SpeakerBody = v.strictObject({
  id: v.string(),
  ...PersonBody.entries,
  talk_seconds: v.number(),
});

const TranscriptBody = v.strictObject({
  status: part,
  outcome: v.nullable(v.picklist(TRANSCRIPT_OUTCOMES)),
  language: v.nullable(v.string()),
  conversation_id: v.nullable(idText('con')),
  started_at: v.nullable(dateTime),
  url: v.nullable(v.string()),
  url_expires_at: v.nullable(dateTime),
  /** Left out over 4 MB; `url` then leads to them. */
  segments: v.optional(v.array(SegmentBody)),
});

const summaryParts = {
  sections: v.array(v.strictObject({ key: v.string(), title: v.string(), markdown: v.string() })),
  action_items: v.array(
    v.strictObject({ text: v.string(), assignee: v.nullable(PersonBody), start: v.nullable(v.number()) }),
  ),
};

const SummaryBody = v.strictObject({
  status: part,
  engine: v.nullable(v.picklist(SUMMARY_ENGINES)),
  language: v.nullable(v.string()),
  template: v.nullable(v.string()),
  title: v.nullable(v.string()),
  markdown: v.nullable(v.string()),
  ...summaryParts,
});

export const MeetingResultsBody = v.strictObject({
  object: v.literal('meeting_results'),
  meeting_id: idText('mtg'),
  status: part,
  speakers: v.array(SpeakerBody),
  transcript: TranscriptBody,
  summary: SummaryBody,
  media: v.strictObject({
    status: part,
    duration_seconds: v.nullable(v.number()),
    files: v.array(
      v.strictObject({
        bot_id: idText('bot'),
        kind: v.picklist(['audio', 'video']),
        content_type: v.string(),
        size: v.number(),
        url: v.string(),
        expires_at: dateTime,
      }),
    ),
  }),
  removed_at: v.nullable(dateTime),
});

const transcriptAlone = {
  language: v.nullable(v.string()),
  speakers: v.array(v.strictObject({ id: v.string(), name: v.nullable(v.string()) })),
  /** Left out over 4 MB; `url` then leads to them. */
  segments: v.optional(v.array(SegmentBody)),
  url: v.optional(v.nullable(v.string())),
  url_expires_at: v.optional(dateTime),
};

/** The transcript alone: `format=json`. */
export const TranscriptAloneBody = v.strictObject({
  object: v.literal('transcript'),
  meeting_id: idText('mtg'),
  ...transcriptAlone,
});

export const ConversationTranscriptBody = v.pipe(
  v.strictObject({ object: v.literal('transcript'), conversation_id: idText('con'), ...transcriptAlone }),
  v.title('ConversationTranscript'),
);

export const ConversationSummaryBody = v.pipe(
  v.strictObject({
    id: v.nullable(idText('sum')),
    object: v.literal('conversation_summary'),
    conversation_id: idText('con'),
    state: part,
    engine: v.nullable(v.picklist(SUMMARY_ENGINES)),
    language: v.nullable(v.string()),
    template: v.nullable(v.string()),
    summary: v.nullable(v.string()),
    ...summaryParts,
  }),
  v.title('ConversationSummary'),
);
