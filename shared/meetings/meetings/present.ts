import * as v from 'valibot';
import { type Instant, isoOf, isoOrNull } from '#shared/foundation/core/time';
import { dateTime, idText, metadataMap, PersonBody, presentPerson } from '#shared/foundation/http/response/wire';
import type { BotResults } from '#shared/meetings/bots/rules/bot';
import { TRANSCRIPT_OUTCOMES } from '#shared/meetings/bots/rules/transcript-outcome';
import { CalendarEventBody, presentCalendarEvent } from '#shared/meetings/calendar-events/present';
import { type Meeting, peopleOf, type Recording } from '#shared/meetings/meetings/rules/meeting';
import { phaseOf } from '#shared/meetings/meetings/rules/phase';
import { resultsStatus, shownResults } from '#shared/meetings/meetings/rules/results-status';
import { presentSettingsBlock, SettingsBlockBody } from '#shared/meetings/settings/present';

const part = v.picklist(['processing', 'ready', 'failed', 'none']);

export const MeetingBody = v.strictObject({
  id: idText('mtg'),
  object: v.literal('meeting'),
  workspace_id: idText('wks'),
  source: v.picklist(['calendar_connection', 'calendar_sync', 'bot']),
  phase: v.picklist(['upcoming', 'live', 'past', 'cancelled']),
  title: v.nullable(v.string()),
  starts_at: v.nullable(dateTime),
  ends_at: v.nullable(dateTime),
  meeting_url: v.nullable(v.string()),
  platform: v.nullable(v.picklist(['meet', 'zoom', 'teams'])),
  organizer: v.nullable(PersonBody),
  participants: v.array(PersonBody),
  calendar_event: v.nullable(CalendarEventBody),
  settings: SettingsBlockBody,
  recordings: v.array(
    v.strictObject({
      id: idText('bot'),
      type: v.literal('bot'),
      status: v.picklist(['queued', 'joining', 'in_call', 'completed', 'failed', 'cancelled']),
      started_at: v.nullable(dateTime),
      ended_at: v.nullable(dateTime),
    }),
  ),
  results: v.pipe(
    v.strictObject({
      status: part,
      transcript: v.strictObject({
        status: part,
        outcome: v.nullable(v.picklist(TRANSCRIPT_OUTCOMES)),
        language: v.nullable(v.string()),
        conversation_id: v.nullable(idText('con')),
      }),
      summary: v.strictObject({ status: part }),
      media: v.strictObject({ status: part, duration_seconds: v.nullable(v.number()) }),
      removed_at: v.nullable(dateTime),
    }),
    v.title('ResultsStatus'),
    v.description('The status of the results. Their content is at `/meetings/{id}/results`.'),
  ),
  held_at: v.nullable(dateTime),
  metadata: metadataMap,
  created_at: dateTime,
  updated_at: dateTime,
});

/** In lists the settings are there only with `include=settings`. */
export const ListedMeetingBody = v.pipe(
  v.strictObject({ ...MeetingBody.entries, settings: v.optional(SettingsBlockBody) }),
  v.title('ListedMeeting'),
);

export interface MeetingView {
  readonly now: Instant;
  readonly withSettings: boolean;
}

export const presentMeeting = (meeting: Meeting, { now, withSettings }: MeetingView) => ({
  id: meeting.id,
  object: 'meeting',
  workspace_id: meeting.workspaceId,
  source: meeting.source,
  phase: phaseOf(meeting, now),
  title: meeting.title,
  starts_at: isoOrNull(meeting.startsAt),
  ends_at: isoOrNull(meeting.endsAt),
  meeting_url: meeting.meetingUrl,
  platform: meeting.platform,
  organizer: meeting.organizer && presentPerson(meeting.organizer),
  participants: peopleOf(meeting).map(presentPerson),
  calendar_event: meeting.calendarEvent && presentCalendarEvent(meeting.calendarEvent),
  ...(withSettings && { settings: presentSettingsBlock(meeting) }),
  recordings: meeting.recordings.map(presentRecording),
  results: presentStatuses(shownResults(meeting), meeting),
  held_at: isoOrNull(meeting.heldAt ?? null),
  metadata: meeting.metadata,
  created_at: isoOf(meeting.createdAt),
  updated_at: isoOf(meeting.updatedAt),
});

/** `completed` once the bot left with media, also when its transcription fails: docs/limits-and-rules.md#results. */
const presentRecording = (recording: Recording) => ({
  id: recording.botId,
  type: 'bot',
  status: recording.hasMedia || recording.status === 'processing' ? 'completed' : recording.status,
  started_at: isoOf(recording.startedAt ?? recording.scheduledAt),
  ended_at: isoOrNull(recording.endedAt),
});

const presentStatuses = (
  results: BotResults,
  { conversationId, resultsRemovedAt }: Pick<Meeting, 'conversationId' | 'resultsRemovedAt'>,
) => ({
  status: resultsStatus(results),
  transcript: {
    status: results.transcript,
    outcome: results.transcriptOutcome ?? null,
    language: results.transcriptLanguage,
    conversation_id: conversationId ?? null,
  },
  summary: { status: results.summary },
  media: { status: results.media, duration_seconds: results.durationSeconds },
  removed_at: isoOrNull(resultsRemovedAt ?? null),
});
