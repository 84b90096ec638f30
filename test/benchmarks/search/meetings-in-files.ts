import { randomBytes } from 'node:crypto';
import type { ConversationId, MeetingId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import type { FileStorage } from '#shared/foundation/files/ports';
import { indexInFiles } from '#shared/texts/search/index-in-files';
import { dividedTexts, TEXTS_IN_PACK } from '#shared/texts/search/rules/packs';
import type { GeneratedMeeting } from '#test/support/generated-meetings';
import { inMemoryFiles } from '#test/support/in-memory-files';
import { searchedMeeting } from '#test/support/searched-meetings';

export const WORKSPACE = 'wks_01jz0000000000000000000000' as WorkspaceId;

/** Requests at S3, as it counts them. */
export interface Requests {
  reads: number;
  writes: number;
}

type Counted = Pick<FileStorage, 'get' | 'getTagged' | 'put' | 'replace' | 'remove' | 'keys'>;

const idOf = (prefix: string, nth: number): string => `${prefix}_${String(nth).padStart(26, '0')}`;

/** The position of the meeting of a hit. */
export const positionOf = (id: ConversationId): number => Number(id.slice('con_'.length));

/** An index with these meetings, merged but for the newest ones, in files that count their requests. */
export async function meetingsInFiles(meetings: readonly GeneratedMeeting[], unmerged: number) {
  const files = inMemoryFiles();
  const requests: Requests = { reads: 0, writes: 0 };
  const counted: Counted = {
    get: (key) => count('reads', files.get(key)),
    getTagged: (key) => count('reads', files.getTagged(key)),
    // A list costs as much as a write.
    keys: (...of) => count('writes', files.keys(...of)),
    put: (...of) => count('writes', files.put(...of)),
    replace: (...of) => count('writes', files.replace(...of)),
    remove: (key) => files.remove(key),
  };
  const count = <Result>(kind: keyof Requests, result: Result): Result => {
    requests[kind] += 1;
    return result;
  };
  const index = indexInFiles(counted, (size) => randomBytes(size));
  const texts = meetings.map((meeting, nth) =>
    searchedMeeting(meeting, {
      conversationId: idOf('con', nth) as ConversationId,
      meetingId: idOf('mtg', nth) as MeetingId,
    }),
  );
  const merged = texts.slice(0, Math.max(0, texts.length - unmerged));
  const packs = [];
  for (const some of dividedTexts(merged, { isNewest: true, most: TEXTS_IN_PACK }))
    packs.push(await index.writePack(WORKSPACE, some, 0 as Instant));
  await index.replaceManifest(WORKSPACE, await index.manifest(WORKSPACE), { packs });
  for (const text of texts.slice(merged.length)) {
    const { conversationId, version } = text;
    await index.writeSegment(WORKSPACE, { conversationId, version, isTombstone: false }, text);
  }
  const bytes = [...files.files.values()].reduce((sum, one) => sum + one.length, 0);
  return { files: counted, index, requests, bytes };
}
