import type { ConversationId, MeetingId } from '#shared/foundation/core/ids';
import { openPacks } from '#shared/texts/search/sqlite/open-packs';
import { openPack, packBytes } from '#shared/texts/search/sqlite/pack-bytes';
import { generatedMeetings } from '#test/support/generated-meetings';
import { describe, expect, it } from '#test/support/jest';
import { searchedMeeting } from '#test/support/searched-meetings';

const bytes = packBytes(
  generatedMeetings(1, 5, 50).map((meeting, nth) =>
    searchedMeeting(meeting, { conversationId: `con_${nth}` as ConversationId, meetingId: `mtg_${nth}` as MeetingId }),
  ),
);

describe('open packs', () => {
  it('that are not searched are closed before another is opened, where both do not fit', async () => {
    const openAtOnce: number[] = [];
    const opened: ReturnType<typeof openPack>[] = [];
    const openDatabase = (of: Uint8Array) => {
      openAtOnce.push(opened.filter(({ isOpen }) => isOpen).length);
      const database = openPack(of);
      opened.push(database);
      return database;
    };
    const packs = openPacks(async () => bytes, { mostBytes: 2 * bytes.length, openDatabase });
    await packs.of(['a', 'b']);

    await packs.of(['b', 'c']);

    expect(openAtOnce).toEqual([0, 1, 1]);
    expect(opened.map(({ isOpen }) => isOpen)).toEqual([false, true, true]);
  });

  it('stay open for the next query where another cannot be read', async () => {
    const reads: string[] = [];
    const packs = openPacks(async (key) => {
      reads.push(key);
      if (key === 'b') throw new Error('The storage does not answer.');
      return bytes;
    });
    await expect(packs.of(['a', 'b'])).rejects.toThrow('does not answer');

    const databases = await packs.of(['a']);

    expect(databases?.map(({ isOpen }) => isOpen)).toEqual([true]);
    expect(reads).toEqual(['a', 'b']);
  });
});
