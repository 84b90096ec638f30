import * as v from 'valibot';
import {
  CONVERSATION_KINDS,
  type Conversation,
  type ConversationKind,
  type ConversationState,
  type ConversationWithMeeting,
  isOfMeeting,
  kindOf,
  stateOf,
  TEXT_STATES,
  UNFINISHED_STATES,
} from '#shared/conversations/rules/conversation';
import { isInTrash, trashEndsAt } from '#shared/conversations/rules/trash';
import type { ConversationId, FolderId, MeetingId, WorkspaceId } from '#shared/core/ids';
import { keptOf, type Page, type PageRequest } from '#shared/core/page';
import type { Loaded } from '#shared/core/store';
import type { Item, Table, Write } from '#shared/core/table';
import { type Instant, isoOf, LAST_INSTANT, later } from '#shared/core/time';
import { entity, type StoredEntity } from '#shared/dynamodb/entity';
import { duePartition, listOf, resourceKey, shortHash } from '#shared/dynamodb/keys';
import { pageOfKeys } from '#shared/dynamodb/paging';
import { id, instant, metadata } from '#shared/dynamodb/row-parts';
import { countInFolder } from '#shared/folders/store';
import { meetings } from '#shared/meetings/store';
import { FAILURE_REASONS } from '#shared/orders/rules/failure-reasons';
import { SubtitleStyleRow } from '#shared/subtitles/row';
import { countedFilesOf } from '#shared/usage/stored-files-store';

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
    v.object({ ...ordered, state: v.literal('failed'), failureReason: v.picklist(FAILURE_REASONS) }),
  ]),
  attributes: (conversation) => ({
    list_sk: `${isoOf(conversation.createdAt)}#${conversation.id}`,
    find: {
      ...(isOfMeeting(conversation)
        ? { mtg: conversation.meetingId }
        : { s: conversation.state, k: conversation.kind }),
      l: conversation.language ?? undefined,
      f: conversation.folderId ?? undefined,
      t: conversation.tags.length > 0 ? conversation.tags.map(tagMark) : undefined,
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

/** Six bytes of a tag's hash: enough to look at few rows in vain. The row decides. */
const tagMark = (tag: string): string => shortHash(tag).slice(0, 8);

export interface ConversationFilter {
  readonly workspaceId: WorkspaceId;
  readonly meetingId?: MeetingId | undefined;
  /** Those in this folder, or at the root. */
  readonly folderId?: FolderId | 'root' | undefined;
  readonly tag?: string | undefined;
  readonly state?: ConversationState | undefined;
  readonly kind?: ConversationKind | undefined;
  readonly language?: string | undefined;
  readonly createdAfter?: Instant | undefined;
  readonly createdBefore?: Instant | undefined;
  /** Those in the trash, and no others. */
  readonly isDeleted: boolean;
}

/** Newest first. Entries name the meeting, so that its row is read in the same round trip as the conversation's. */
export async function conversationPage(
  table: Table,
  filter: ConversationFilter,
  request: PageRequest,
): Promise<Page<ConversationWithMeeting>> {
  const partition = listOf.conversations(filter.workspaceId);
  const keep = (item: Item) => mayMatch(v.parse(Find, item.find), filter);
  const keys = await pageOfKeys(table, { index: 'list', partition, ...bounds(filter), keep }, request);
  const items = await Promise.all(keys.items.map((entry) => rowsBehind(table, entry)));
  return keptOf({ ...keys, items }, (found) => (found && matches(found.conversation, filter) ? found : undefined));
}

async function rowsBehind(table: Table, entry: Item): Promise<ConversationWithMeeting | undefined> {
  const { mtg } = v.parse(Find, entry.find);
  const [row] = await Promise.all([table.get(resourceKey(entry.pk)), mtg && meetings.find(table, mtg)]);
  return row && withMeeting(table, conversations.stateIn(row));
}

/** The conversation with its meeting; undefined where that is gone, and the conversation goes with it. */
export async function withMeeting(
  table: Table,
  conversation: Conversation,
): Promise<ConversationWithMeeting | undefined> {
  if (!isOfMeeting(conversation)) return { conversation, meeting: null };
  const meeting = await meetings.find(table, conversation.meetingId);
  return meeting && { conversation, meeting: meeting.state };
}

const Find = v.object({
  mtg: v.optional(id('mtg')),
  l: v.optional(v.string()),
  f: v.optional(id('fol')),
  t: v.optional(v.array(v.string()), []),
  // Entries of meetings have neither.
  s: v.optional(v.string(), 'automatic_done'),
  k: v.optional(v.string(), 'transcription'),
  // Conversations in the trash have it.
  d: v.optional(v.number(), 0),
});

/** Decides by the projected values, which may lag: leaves out only what cannot match. */
const mayMatch = ({ mtg, l, f, t, s, k, d }: v.InferOutput<typeof Find>, filter: ConversationFilter): boolean =>
  isAt({ folder: f, language: l, state: s, kind: k }, filter) &&
  (d === 1) === filter.isDeleted &&
  (filter.meetingId === undefined || mtg === filter.meetingId) &&
  (filter.tag === undefined || t.includes(tagMark(filter.tag)));

const matches = (conversation: Conversation, filter: ConversationFilter): boolean =>
  isAt(
    {
      folder: conversation.folderId,
      language: conversation.language,
      state: stateOf(conversation),
      kind: kindOf(conversation),
    },
    filter,
  ) &&
  isInTrash(conversation) === filter.isDeleted &&
  (filter.tag === undefined || conversation.tags.includes(filter.tag));

interface Filtered {
  readonly folder: FolderId | null | undefined;
  readonly language: string | null | undefined;
  readonly state: string;
  readonly kind: string;
}

const isAt = (found: Filtered, { folderId, language, state, kind }: ConversationFilter): boolean =>
  (folderId === undefined || (found.folder ?? 'root') === folderId) &&
  (language === undefined || found.language === language) &&
  (state === undefined || found.state === state) &&
  (kind === undefined || found.kind === kind);

/** Both ends exclusive. An instant beyond the last that sort keys can hold sorts after all of them. */
const bounds = ({ createdAfter, createdBefore }: ConversationFilter) => ({
  ...(createdAfter !== undefined && { from: createdAfter >= LAST_INSTANT ? '~' : isoOf(later(createdAfter, 1)) }),
  ...(createdBefore !== undefined && { to: `${isoOf(later(createdBefore, -1))}#~` }),
});
