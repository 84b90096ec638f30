import { isSame } from '#shared/foundation/core/json';
import type { Instant } from '#shared/foundation/core/time';
import { type Meeting, peopleOf } from '#shared/meetings/meetings/rules/meeting';
import { shownRecording } from '#shared/meetings/meetings/rules/results-status';
import type { Transcript } from '#shared/meetings/results/rules/results';
import {
  type Conversation,
  type ConversationWithMeeting,
  isOfMeeting,
  lengthOf,
} from '#shared/texts/conversations/rules/conversation';
import type { ExportedText } from '#shared/texts/exports/formats/format';
import type { Export } from '#shared/texts/exports/rules/export';
import type { TextOptions } from '#shared/texts/exports/rules/passages';
import { cuesOf } from '#shared/texts/subtitles/rules/convert-to-subtitles';
import type { SubtitleStyle } from '#shared/texts/subtitles/rules/style';
import { subtitlesOf } from '#shared/texts/subtitles/rules/subtitles-of';

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
