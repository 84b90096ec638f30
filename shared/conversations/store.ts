import * as v from 'valibot';
import type { Conversation, ConversationInMeeting } from '#shared/conversations/rules/conversation';
import type { FolderId, MeetingId, WorkspaceId } from '#shared/core/ids';
import { keptOf, type Page, type PageRequest } from '#shared/core/page';
import type { Item, Table, Write } from '#shared/core/table';
import { type Instant, isoOf, LAST_INSTANT, later } from '#shared/core/time';
import { entity } from '#shared/dynamodb/entity';
import { listOf, resourceKey, shortHash } from '#shared/dynamodb/keys';
import { pageOfKeys } from '#shared/dynamodb/paging';
import { id, instant, metadata } from '#shared/dynamodb/row-parts';
import { countInFolder } from '#shared/folders/store';
import { meetings } from '#shared/meetings/store';

/** Conversations of a workspace. */
export const conversations = entity<Conversation>({
  noun: 'conversation',
  type: 'conversation',
  prefix: 'con',
  list: 'CON',
  schema: v.object({
    id: id('con'),
    workspaceId: id('wks'),
    meetingId: id('mtg'),
    name: v.string(),
    language: v.nullable(v.string()),
    folderId: v.optional(v.nullable(id('fol')), null),
    tags: v.array(v.string()),
    metadata,
    createdAt: instant,
    updatedAt: instant,
  }),
  attributes: ({ id: conversationId, createdAt, meetingId, language, folderId, tags }) => ({
    list_sk: `${isoOf(createdAt)}#${conversationId}`,
    find: {
      mtg: meetingId,
      l: language ?? undefined,
      f: folderId ?? undefined,
      t: tags.length > 0 ? tags.map(tagMark) : undefined,
    },
  }),
  rows: folderCounts,
  notes: { listSort: 'created_at#id' },
});

/** The counts of the folders that a conversation leaves and enters. */
function folderCounts(before: Conversation | undefined, after: Conversation | undefined): readonly Write[] {
  const [from, to] = [before?.folderId ?? null, after?.folderId ?? null];
  if (from === to) return [];
  return [...(from === null ? [] : [countInFolder(from, -1)]), ...(to === null ? [] : [countInFolder(to, 1)])];
}

/** Six bytes of a tag's hash: enough to look at few rows in vain. The row decides. */
const tagMark = (tag: string): string => shortHash(tag).slice(0, 8);

export interface ConversationFilter {
  readonly workspaceId: WorkspaceId;
  readonly meetingId?: MeetingId | undefined;
  /** Those in this folder, or at the root. */
  readonly folderId?: FolderId | 'root' | undefined;
  readonly tag?: string | undefined;
  readonly language?: string | undefined;
  readonly createdAfter?: Instant | undefined;
  readonly createdBefore?: Instant | undefined;
}

/** Newest first. Entries name the meeting, so that its row is read in the same round trip as the conversation's. */
export async function conversationPage(
  table: Table,
  filter: ConversationFilter,
  request: PageRequest,
): Promise<Page<ConversationInMeeting>> {
  const partition = listOf.conversations(filter.workspaceId);
  const keep = isFiltered(filter) ? (item: Item) => mayMatch(v.parse(Find, item.find), filter) : undefined;
  const keys = await pageOfKeys(table, { index: 'list', partition, ...bounds(filter), keep }, request);
  const items = await Promise.all(keys.items.map((entry) => rowsBehind(table, entry)));
  return keptOf({ ...keys, items }, (found) => (found && matches(found.conversation, filter) ? found : undefined));
}

async function rowsBehind(table: Table, entry: Item): Promise<ConversationInMeeting | undefined> {
  const { mtg } = v.parse(Find, entry.find);
  const [row, meeting] = await Promise.all([table.get(resourceKey(entry.pk)), meetings.find(table, mtg)]);
  return row && meeting && { conversation: conversations.stateIn(row), meeting: meeting.state };
}

const Find = v.object({
  mtg: id('mtg'),
  l: v.optional(v.string()),
  f: v.optional(id('fol')),
  t: v.optional(v.array(v.string()), []),
});

const isFiltered = ({ meetingId, folderId, tag, language }: ConversationFilter): boolean =>
  meetingId !== undefined || folderId !== undefined || tag !== undefined || language !== undefined;

/** Decides by the projected values, which may lag: leaves out only what cannot match. */
const mayMatch = (
  { mtg, l, f, t }: v.InferOutput<typeof Find>,
  { meetingId, folderId, tag, language }: ConversationFilter,
) =>
  (meetingId === undefined || mtg === meetingId) &&
  (folderId === undefined || (f ?? 'root') === folderId) &&
  (language === undefined || l === language) &&
  (tag === undefined || t.includes(tagMark(tag)));

const matches = (conversation: Conversation, { folderId, tag, language }: ConversationFilter): boolean =>
  (folderId === undefined || (conversation.folderId ?? 'root') === folderId) &&
  (tag === undefined || conversation.tags.includes(tag)) &&
  (language === undefined || conversation.language === language);

/** Both ends exclusive. An instant beyond the last that sort keys can hold sorts after all of them. */
const bounds = ({ createdAfter, createdBefore }: ConversationFilter) => ({
  ...(createdAfter !== undefined && { from: createdAfter >= LAST_INSTANT ? '~' : isoOf(later(createdAfter, 1)) }),
  ...(createdBefore !== undefined && { to: `${isoOf(later(createdBefore, -1))}#~` }),
});
