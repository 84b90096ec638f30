import * as v from 'valibot';

/** What the demo reads of the service's answers. As every client should, it passes over whatever else they carry. */

const part = v.picklist(['processing', 'ready', 'failed', 'none']);

export const MeetingAnswer = v.object({
  id: v.string(),
  object: v.literal('meeting'),
  phase: v.picklist(['upcoming', 'live', 'past', 'cancelled']),
  title: v.nullable(v.string()),
  settings: v.object({
    recording: v.object({ enabled: v.boolean() }),
    sources: v.record(v.string(), v.object({ assignment_id: v.nullable(v.string()), reason: v.optional(v.string()) })),
  }),
  recordings: v.array(v.object({ id: v.string(), status: v.string() })),
  results: v.object({ status: part }),
  updated_at: v.string(),
});
export type MeetingAnswer = v.InferOutput<typeof MeetingAnswer>;

export const BotAnswer = v.object({
  id: v.string(),
  object: v.literal('bot'),
  meeting_id: v.string(),
  status: v.string(),
  reason: v.optional(v.string()),
  reason_message: v.optional(v.nullable(v.string())),
});

export const EventAnswer = v.object({
  id: v.string(),
  type: v.string(),
  created_at: v.string(),
  data: v.object({ object: v.variant('object', [MeetingAnswer, BotAnswer]) }),
});
export type EventAnswer = v.InferOutput<typeof EventAnswer>;

export const CalendarEventAnswer = v.object({ id: v.string(), meeting_id: v.string() });

export const EndpointAnswer = v.object({ id: v.string(), secret: v.string() });
export type EndpointAnswer = v.InferOutput<typeof EndpointAnswer>;

export const SettingsAnswer = v.object({
  id: v.string(),
  recording: v.object({ enabled: v.nullable(v.union([v.boolean(), v.literal('inherit')])) }),
  assignments: v.array(v.object({ scope: v.array(v.string()) })),
});
export type SettingsAnswer = v.InferOutput<typeof SettingsAnswer>;

export const ListAnswer = v.object({
  data: v.array(v.unknown()),
  _links: v.optional(v.object({ next: v.optional(v.object({ url: v.string() })) })),
});

export const ResultsAnswer = v.object({
  status: part,
  speakers: v.array(
    v.object({ id: v.string(), name: v.nullable(v.string()), email: v.nullable(v.string()), talk_seconds: v.number() }),
  ),
  transcript: v.object({
    language: v.nullable(v.string()),
    segments: v.optional(
      v.array(v.object({ speaker_id: v.nullable(v.string()), start: v.number(), text: v.string() })),
      [],
    ),
  }),
  summary: v.object({
    title: v.nullable(v.string()),
    sections: v.array(v.object({ key: v.string(), title: v.string(), markdown: v.string() })),
    action_items: v.array(
      v.object({ text: v.string(), assignee: v.nullable(v.object({ name: v.nullable(v.string()) })) }),
    ),
  }),
  media: v.object({
    duration_seconds: v.nullable(v.number()),
    files: v.array(v.object({ kind: v.string(), content_type: v.string(), size: v.number() })),
  }),
});
export type ResultsAnswer = v.InferOutput<typeof ResultsAnswer>;
