import type { ConversationId, MeetingId } from '#shared/foundation/core/ids';
import type { SearchedText } from '#shared/texts/search/rules/searched-text';
import { packBytes, textsInPack } from '#shared/texts/search/sqlite/pack-bytes';
import { generatedMeetings } from '#test/support/generated-meetings';
import { describe, expect, it } from '#test/support/jest';
import { searchedMeeting } from '#test/support/searched-meetings';

const texts: readonly SearchedText[] = generatedMeetings(3, 20, 200).map((meeting, nth) =>
  searchedMeeting(meeting, { conversationId: `con_${nth}` as ConversationId, meetingId: `mtg_${nth}` as MeetingId }),
);

describe('a pack', () => {
  it('has its texts as they were written', () => {
    expect(textsInPack(packBytes(texts))).toEqual(texts);
  });

  it('has texts that are indexed in another form as they were said', () => {
    const [first] = texts as [SearchedText];
    const said = ['明日の会議は金曜日です。', 'Café in decomposed form', 'ประชุมพรุ่งนี้', ''];
    const text = { ...first, passages: said.map((one, nth) => ({ startSeconds: nth, speaker: null, text: one })) };

    expect(textsInPack(packBytes([text]))).toEqual([text]);
  });
});
