import {
  type Conversation,
  type ConversationWithMeeting,
  isOfMeeting,
  lengthOf,
} from '#shared/conversations/rules/conversation';
import { isSame } from '#shared/core/json';
import type { Instant } from '#shared/core/time';
import type { ExportedText } from '#shared/exports/formats/format';
import type { Export } from '#shared/exports/rules/export';
import type { TextOptions } from '#shared/exports/rules/passages';
import { type Meeting, peopleOf } from '#shared/meetings/rules/meeting';
import { shownRecording } from '#shared/meetings/rules/results-status';
import type { Transcript } from '#shared/results/rules/results';
import { cuesOf } from '#shared/subtitles/rules/convert-to-subtitles';
import type { SubtitleStyle } from '#shared/subtitles/rules/style';
import { subtitlesOf } from '#shared/subtitles/rules/subtitles-of';

interface Written {
  readonly options: TextOptions;
  /** As the request says it. */
  readonly asked: Export['style'];
  /** What that is when the file is written. */
  readonly style: SubtitleStyle;
}

/** What the file of a conversation is written from. Subtitles keep their cues unless another style is asked for. */
export function exportedText(
  found: ConversationWithMeeting,
  transcript: Transcript,
  { options, asked, style }: Written,
): ExportedText {
  const { conversation, meeting } = found;
  return {
    title: conversation.name,
    date: meeting && dateOf(meeting),
    people: meeting ? namesIn(meeting) : transcript.speakers.flatMap(({ name }) => name?.trim() || []),
    transcript,
    cues: () => (keepsCues(conversation, asked) ? cuesOf(transcript) : subtitlesOf(transcript, style, lengthOf(found))),
    options,
  };
}

const keepsCues = (conversation: Conversation, asked: Export['style']): boolean =>
  !isOfMeeting(conversation) &&
  conversation.kind === 'subtitles' &&
  (asked === 'default' || asked === 'none' || isSame(asked, conversation.style));

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
