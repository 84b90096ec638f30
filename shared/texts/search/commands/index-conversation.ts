import { workspaces } from '#shared/accounts/workspaces/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { ConversationId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { meetings } from '#shared/meetings/meetings/store';
import { transcriptKey } from '#shared/meetings/results/ports';
import { textFileOf } from '#shared/texts/conversations/ports';
import { type ConversationWithMeeting, isOfMeeting } from '#shared/texts/conversations/rules/conversation';
import { isInTrash } from '#shared/texts/conversations/rules/trash';
import { findInTrashToo } from '#shared/texts/conversations/store';
import type { IndexContext } from '#shared/texts/search/ports';
import { type IndexingJob, MERGED_AT, segmentsOf } from '#shared/texts/search/rules/merge-times';
import { isSearched, type SearchedText, searchedText, sizeOf } from '#shared/texts/search/rules/searched-text';
import { deletedVersion, type TextVersion, versionOf } from '#shared/texts/search/rules/versions';
import { countSegment, rescheduleMerge } from '#shared/texts/search/store';

/**
 * Writes what search is to have of a conversation as its rows and its file are now: a segment with its text, or a
 * tombstone. It may run at any time and twice, since of two segments the one of the newer rows wins; of equal rows, the
 * one that was begun later, which has read what the other one has or newer.
 */
export const indexConversation =
  (context: IndexContext) =>
  async ({ workspaceId, conversationId }: IndexingJob): Promise<undefined> => {
    const { table, index, clock } = context;
    const at = clock.now();
    const workspace = await workspaces.find(table, workspaceId);
    // The purge of an archived workspace deletes its files once.
    if (!workspace || workspace.state.archivedAt !== null) return;
    const { version, text } = await textNow(context, conversationId, at);
    await index.writeSegment(workspaceId, { conversationId, version, isTombstone: text === undefined }, text);
    const { written, merged, dueAt } = await countSegment(table, workspaceId, {
      at,
      segments: segmentsOf(text ? sizeOf(text) : 0),
    });
    if (written - merged >= MERGED_AT && dueAt > at) await table.write(rescheduleMerge(workspaceId, dueAt, at));
  };

interface TextNow {
  readonly version: TextVersion;
  /** Undefined where nothing of it is searched. */
  readonly text: SearchedText | undefined;
}

async function textNow(context: IndexContext, id: ConversationId, at: Instant): Promise<TextNow> {
  const rows = await rowsOf(context.table, id);
  if (!rows) return { version: deletedVersion(at), text: undefined };
  const { found, revisions } = rows;
  const version = versionOf(revisions, at);
  const file = hasSearchedText(found) ? textFileOf(found) : undefined;
  const transcript = file && (await context.results.transcript(file));
  if (!file || !transcript) return { version, text: undefined };
  return { version, text: searchedText(found, { version, file: transcriptKey(file), transcript }) };
}

async function rowsOf(table: Table, id: ConversationId) {
  const loaded = await findInTrashToo(table, id);
  if (!loaded) return undefined;
  const { state: conversation, revision } = loaded;
  if (!isOfMeeting(conversation)) return { found: { conversation, meeting: null }, revisions: [revision] };
  const meeting = await meetings.find(table, conversation.meetingId);
  return meeting && { found: { conversation, meeting: meeting.state }, revisions: [revision, meeting.revision] };
}

const hasSearchedText = (found: ConversationWithMeeting): boolean =>
  isSearched(found) && !isInTrash(found.conversation);

/** The conversation of a text with its meeting, while it has this very text; undefined once it is deleted or corrected. */
export async function conversationWithText(
  { table }: Pick<CommandContext, 'table'>,
  { conversationId, meetingId, file }: Pick<SearchedText, 'conversationId' | 'meetingId' | 'file'>,
): Promise<ConversationWithMeeting | undefined> {
  // Both rows are read in one request.
  const [rows] = await Promise.all([rowsOf(table, conversationId), meetingId && meetings.find(table, meetingId)]);
  const found = rows?.found;
  const shown = found && hasSearchedText(found) ? textFileOf(found) : undefined;
  return shown && transcriptKey(shown) === file ? found : undefined;
}
