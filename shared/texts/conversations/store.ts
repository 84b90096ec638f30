import * as v from 'valibot';
import { countedFilesOf } from '#shared/accounts/usage/stored-files-store';
import type { ConversationId, FolderId } from '#shared/foundation/core/ids';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table, Write } from '#shared/foundation/core/table';
import { isoOf } from '#shared/foundation/core/time';
import { entity, type StoredEntity } from '#shared/foundation/dynamodb/entity';
import { duePartition, tagHashPrefix } from '#shared/foundation/dynamodb/keys';
import { id, instant, label, metadata } from '#shared/foundation/dynamodb/row-parts';
import { meetings } from '#shared/meetings/meetings/store';
import {
  CONVERSATION_KINDS,
  type Conversation,
  type ConversationWithMeeting,
  isOfMeeting,
  TEXT_STATES,
  UNFINISHED_STATES,
} from '#shared/texts/conversations/rules/conversation';
import { isInTrash, trashEndsAt } from '#shared/texts/conversations/rules/trash';
import { countInFolder } from '#shared/texts/folders/store';
import { FAILURE_REASONS } from '#shared/texts/orders/rules/failure-reasons';
import { SubtitleStyleRow } from '#shared/texts/subtitles/row';
import { KeptIssuesRow } from '#shared/texts/translation/row';

const labels = {
  id: id('con'),
  workspaceId: id('wks'),
  name: v.string(),
  language: v.nullable(v.string()),
  folderId: v.optional(v.nullable(id('fol')), null),
  tags: v.array(v.string()),
  metadata,
  conversions: v.exactOptional(v.array(v.object({ styleGuideId: v.nullable(id('sty')), conversationId: id('con') }))),
  createdAt: instant,
  updatedAt: instant,
};

const ordered = {
  ...labels,
  orderId: v.nullable(id('ord')),
  kind: v.picklist(CONVERSATION_KINDS),
  sourceConversationId: v.nullable(id('con')),
  style: v.exactOptional(SubtitleStyleRow),
  costInCents: v.exactOptional(v.number()),
  issues: v.exactOptional(KeptIssuesRow),
  deletedAt: v.exactOptional(instant),
};

const rows = entity<Conversation>({
  noun: 'conversation',
  type: 'conversation',
  prefix: 'con',
  list: 'CON',
  dependents: countedFilesOf,
  schema: v.union([
    v.object({ ...labels, meetingId: id('mtg') }),
    v.object({ ...ordered, state: v.picklist(UNFINISHED_STATES) }),
    v.object({
      ...ordered,
      state: v.picklist(TEXT_STATES),
      text: v.object({
        revision: v.string(),
        durationSeconds: v.nullable(v.number()),
        media: v.exactOptional(v.object({ contentType: v.string(), sizeBytes: v.number() })),
      }),
    }),
    v.object({ ...ordered, state: v.literal('failed'), failureReason: label(FAILURE_REASONS) }),
  ]),
  attributes: (conversation) => ({
    list_sk: `${isoOf(conversation.createdAt)}#${conversation.id}`,
    find: {
      ...(isOfMeeting(conversation)
        ? { mtg: conversation.meetingId }
        : { s: conversation.state, k: conversation.kind }),
      l: conversation.language ?? undefined,
      f: conversation.folderId ?? undefined,
      t: conversation.tags.length > 0 ? conversation.tags.map(tagHashPrefix) : undefined,
      d: isInTrash(conversation) ? 1 : undefined,
    },
    ...dueOf(conversation),
  }),
  rows: folderCounts,
  notes: {
    listSort: 'created_at#id',
    due: 'the end of its time in the trash',
    rows: { 'con_, SUMMARY#…': 'Summary of the text of an order, by template and language' },
  },
});

function dueOf(conversation: Conversation) {
  return isInTrash(conversation)
    ? { due_pk: duePartition(conversation.id), due_at: trashEndsAt(conversation.deletedAt) }
    : {};
}

/** Conversations of a workspace. One in the trash is not found by its id: `findInTrashToo`. */
export const conversations: StoredEntity<Conversation> = {
  ...rows,
  async find(table, conversationId) {
    const found = await rows.find(table, conversationId);
    return found && !isInTrash(found.state) ? found : undefined;
  },
};

/** A conversation by its id, in the trash or not. */
export const findInTrashToo = (
  table: Table,
  conversationId: ConversationId,
): Promise<Loaded<Conversation> | undefined> => rows.find(table, conversationId);

/** The conversation with its meeting; undefined where that is gone, and the conversation goes with it. */
export async function withMeeting(
  table: Table,
  conversation: Conversation,
): Promise<ConversationWithMeeting | undefined> {
  if (!isOfMeeting(conversation)) return { conversation, meeting: null };
  const meeting = await meetings.find(table, conversation.meetingId);
  return meeting && { conversation, meeting: meeting.state };
}

/** One conversation in a transaction with others: it is made where there is nothing before, and goes where nothing is after. */
export interface ConversationChange {
  readonly before: Loaded<Conversation> | undefined;
  readonly after: Conversation | undefined;
}

/**
 * The writes of several conversations at once: a transaction writes the count of a folder once. `newFolder` is made in the
 * same one, with its count.
 */
export function conversationWrites(changes: readonly ConversationChange[], newFolder?: FolderId): readonly Write[] {
  const counts = new Map<FolderId, number>();
  const count = (folder: FolderId | null | undefined, change: number) => {
    if (folder && folder !== newFolder) counts.set(folder, (counts.get(folder) ?? 0) + change);
  };
  for (const { before, after } of changes) {
    count(countedIn(before?.state), -1);
    count(countedIn(after), 1);
  }
  return [
    ...changes.flatMap(rowOf),
    ...[...counts].flatMap(([folder, change]) => (change === 0 ? [] : [countInFolder(folder, change)])),
  ];
}

/** The row alone, which comes before the counts. */
function rowOf({ before, after }: ConversationChange): readonly Write[] {
  if (after) return conversations.put(before, after).slice(0, 1);
  return before ? conversations.remove(before).slice(0, 1) : [];
}

/** The counts of the folders that a conversation leaves and enters. */
function folderCounts(before: Conversation | undefined, after: Conversation | undefined): readonly Write[] {
  const [from, to] = [countedIn(before), countedIn(after)];
  if (from === to) return [];
  return [...(from === null ? [] : [countInFolder(from, -1)]), ...(to === null ? [] : [countInFolder(to, 1)])];
}

/** A folder does not count what is in the trash, so that it can be deleted. */
const countedIn = (conversation: Conversation | undefined): FolderId | null =>
  conversation && !isInTrash(conversation) ? conversation.folderId : null;
