import type { ConversationWithMeeting } from '#shared/conversations/rules/conversation';
import type { Instant } from '#shared/core/time';
import type { ExportedText } from '#shared/exports/formats/format';
import type { TextOptions } from '#shared/exports/rules/passages';
import { type Meeting, peopleOf } from '#shared/meetings/rules/meeting';
import { shownRecording } from '#shared/meetings/rules/whole-results';
import type { Transcript } from '#shared/results/rules/results';
import type { SubtitleStyle } from '#shared/subtitles/rules/style';
import { subtitlesOf } from '#shared/subtitles/rules/subtitles-of';

/** What the file of a conversation is written from. */
export const exportedText = (
  { conversation, meeting }: ConversationWithMeeting,
  transcript: Transcript,
  { options, style }: { readonly options: TextOptions; readonly style: SubtitleStyle },
): ExportedText => ({
  title: conversation.name,
  date: meeting && dateOf(meeting),
  people: meeting ? namesIn(meeting) : transcript.speakers.flatMap(({ name }) => name?.trim() || []),
  transcript,
  cues: () => subtitlesOf(transcript, style),
  options,
});

/** When the meeting began by its schedule, else when its recording did. */
const dateOf = (meeting: Meeting): Instant | null => meeting.startsAt ?? shownRecording(meeting)?.startedAt ?? null;

/** Who was invited, each once; a person without a name by their address. */
const namesIn = (meeting: Meeting): readonly string[] => [
  ...new Set(
    [...(meeting.organizer ? [meeting.organizer] : []), ...peopleOf(meeting)].flatMap(
      ({ name, email }) => name?.trim() || email || [],
    ),
  ),
];
