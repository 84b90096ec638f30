import * as v from 'valibot';

/** The response fields that the demo uses. Unknown fields are ignored, as in any client. */

const resultStatus = v.picklist(['processing', 'ready', 'failed', 'none']);

export const MeetingSchema = v.object({
  id: v.string(),
  object: v.literal('meeting'),
  phase: v.picklist(['upcoming', 'live', 'past', 'cancelled']),
  settings: v.object({
    recording: v.object({ enabled: v.boolean() }),
    sources: v.record(v.string(), v.object({ assignment_id: v.nullable(v.string()), reason: v.optional(v.string()) })),
  }),
  recordings: v.array(v.object({ status: v.string() })),
  results: v.object({ status: resultStatus }),
  updated_at: v.string(),
});
export type Meeting = v.InferOutput<typeof MeetingSchema>;

const BotSchema = v.object({
  id: v.string(),
  object: v.literal('bot'),
  meeting_id: v.string(),
  status: v.string(),
  reason: v.optional(v.string()),
  reason_message: v.optional(v.nullable(v.string())),
});

export const WebhookEventSchema = v.object({
  id: v.string(),
  type: v.string(),
  data: v.object({ object: v.variant('object', [MeetingSchema, BotSchema]) }),
});
export type WebhookEvent = v.InferOutput<typeof WebhookEventSchema>;

export const CalendarEventSchema = v.object({ meeting_id: v.string() });

export const EndpointSchema = v.object({ id: v.string(), secret: v.string() });
export type Endpoint = v.InferOutput<typeof EndpointSchema>;

export const ListedEndpointSchema = v.object({
  id: v.string(),
  url: v.string(),
  metadata: v.record(v.string(), v.string()),
});

export const SettingsSchema = v.object({
  id: v.string(),
  recording: v.object({ enabled: v.nullable(v.union([v.boolean(), v.literal('inherit')])) }),
  assignments: v.array(v.object({ scope: v.array(v.string()) })),
});

export const ResultsSchema = v.object({
  speakers: v.array(
    v.object({ id: v.string(), name: v.nullable(v.string()), email: v.nullable(v.string()), talk_seconds: v.number() }),
  ),
  transcript: v.object({
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
  media: v.object({ files: v.array(v.object({ content_type: v.string(), size: v.number() })) }),
});
export type Results = v.InferOutput<typeof ResultsSchema>;
