import type { BotId, ConversationId, MeetingId } from '#shared/foundation/core/ids';
import type { Person } from '#shared/foundation/core/people';
import { type Instant, isoOf, isoOrNull } from '#shared/foundation/core/time';
import type { MediaFile } from '#shared/meetings/bots/rules/bot';
import { type Meeting, peopleOf } from '#shared/meetings/meetings/rules/meeting';
import { resultsStatus, shownRecording, shownResults } from '#shared/meetings/meetings/rules/results-status';
import {
  type Segment,
  type Speaker,
  type Summary,
  type Transcript,
  talkTimes,
} from '#shared/meetings/results/rules/results';

/** Whose text a transcript is: a field with an id. */
type TextOf = { readonly meeting_id: MeetingId } | { readonly conversation_id: ConversationId };

/** The transcript without its segments. */
export const presentTranscriptHead = (of: TextOf, { language, speakers }: Transcript) => ({
  object: 'transcript',
  ...of,
  language,
  speakers: speakers.map(({ id, name }) => ({ id, name })),
});

export interface LinkedFile {
  readonly botId: BotId;
  readonly file: MediaFile;
  readonly url: string;
}

export interface ResultsContent {
  readonly transcript: Transcript | undefined;
  readonly transcriptUrl: string | null;
  /** False when the transcript is too large for one answer. */
  readonly withSegments: boolean;
  readonly withWords: boolean;
  readonly summary: Summary | undefined;
  readonly files: readonly LinkedFile[];
  readonly linksExpireAt: Instant;
}

export function presentResults(meeting: Meeting, content: ResultsContent) {
  const statuses = shownResults(meeting);
  const expiry = isoOf(content.linksExpireAt);
  return {
    object: 'meeting_results',
    meeting_id: meeting.id,
    status: resultsStatus(statuses),
    speakers: presentSpeakers(meeting, content.transcript),
    transcript: {
      status: statuses.transcript,
      outcome: statuses.transcriptOutcome ?? null,
      language: statuses.transcriptLanguage,
      conversation_id: meeting.conversationId ?? null,
      started_at: isoOrNull(shownRecording(meeting)?.startedAt ?? null),
      url: content.transcriptUrl,
      url_expires_at: content.transcriptUrl === null ? null : expiry,
      ...(content.withSegments && {
        segments: (content.transcript?.segments ?? []).map((segment) => presentSegment(segment, content.withWords)),
      }),
    },
    summary: { status: statuses.summary, ...presentSummary(meeting, content.summary) },
    media: {
      status: statuses.media,
      duration_seconds: statuses.durationSeconds,
      files: content.files.map(({ botId, file, url }) => ({
        bot_id: botId,
        kind: file.kind,
        content_type: file.contentType,
        size: file.sizeBytes,
        url,
        expires_at: expiry,
      })),
    },
    removed_at: isoOrNull(meeting.resultsRemovedAt ?? null),
  };
}

function presentSpeakers(meeting: Meeting, transcript: Transcript | undefined) {
  if (!transcript) return [];
  const seconds = talkTimes(transcript);
  return transcript.speakers.map((speaker) => ({
    id: speaker.id,
    ...presentNamed(meeting, speaker),
    talk_seconds: seconds.get(speaker.id) ?? 0,
  }));
}

export const presentSegment = (segment: Segment, withWords: boolean) => ({
  id: segment.id,
  speaker_id: segment.speakerId,
  start: segment.start,
  end: segment.end,
  text: segment.text,
  confidence: segment.confidence,
  ...(withWords && {
    words: segment.words.map(({ text, start, end, confidence }) => ({ text, start, end, confidence })),
  }),
});

const presentSummary = (meeting: Meeting, summary: Summary | undefined) => ({
  engine: summary?.engine ?? null,
  language: summary?.language ?? null,
  template: summary?.template ?? null,
  title: summary?.title ?? null,
  markdown: summary?.markdown ?? null,
  ...presentSummaryParts(meeting, summary),
});

/** Sections and action items; without a meeting, people have names alone. */
export const presentSummaryParts = (meeting: Meeting | null, summary: Summary | undefined) => ({
  sections: (summary?.sections ?? []).map(({ key, title, markdown }) => ({ key, title, markdown })),
  action_items: (summary?.actionItems ?? []).map(({ text, assigneeName, start }) => ({
    text,
    assignee: assigneeName === null ? null : presentNamed(meeting, { name: assigneeName }),
    start,
  })),
});

/** A person who is named in the call. Invited people are matched by full name, where only one of them has it. */
function presentNamed(meeting: Meeting | null, { name }: Pick<Speaker, 'name'>) {
  const person =
    name === null || meeting === null
      ? undefined
      : theOneCalled(name, [...peopleOf(meeting), ...(meeting.organizer ? [meeting.organizer] : [])]);
  return { name, email: person?.email ?? null, member_id: person?.memberId ?? null };
}

function theOneCalled(name: string, people: readonly Person[]): Person | undefined {
  const alike = people.filter((person) => person.name?.toLowerCase() === name.toLowerCase());
  const emails = new Set(alike.map((person) => person.email));
  return emails.size === 1 ? alike[0] : undefined;
}
