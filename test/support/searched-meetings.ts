import type { ConversationId, MeetingId } from '#shared/foundation/core/ids';
import type { SearchedText } from '#shared/texts/search/rules/searched-text';
import { passagesOf } from '#shared/texts/search/rules/searched-text';
import { versionOf } from '#shared/texts/search/rules/versions';
import type { GeneratedMeeting } from '#test/support/generated-meetings';

/** A generated meeting as search keeps it. */
export function searchedMeeting(
  meeting: GeneratedMeeting,
  { conversationId, meetingId }: { readonly conversationId: ConversationId; readonly meetingId: MeetingId },
): SearchedText {
  const { title, startsAt, platform, participants, cues } = meeting;
  const segments = cues.map(({ startSeconds, endSeconds, speaker, text }, nth) => ({
    ...{
      id: `seg_${nth}`,
      speakerId: speaker,
      start: startSeconds,
      end: endSeconds,
      text,
      confidence: null,
      words: [],
    },
  }));
  const speakers = participants.map(({ name }) => ({ id: name, name }));
  return {
    ...{ conversationId, meetingId, title, startsAt, placedAt: startsAt, platform },
    version: versionOf([1], startsAt),
    file: `${conversationId}/transcript.json`,
    people: participants.map(({ name, email }) => ({ name, email })),
    passages: passagesOf({ language: 'en', speakers, segments }),
  };
}
