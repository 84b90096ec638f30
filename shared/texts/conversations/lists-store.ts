import * as v from 'valibot';
import type { FolderId, MeetingId, WorkspaceId } from '#shared/foundation/core/ids';
import { filterMapPage, type Page, type PageRequest } from '#shared/foundation/core/page';
import type { Item, Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { listOf, resourceKey, tagHashPrefix } from '#shared/foundation/dynamodb/keys';
import { pageOfKeys, sortedBetween } from '#shared/foundation/dynamodb/paging';
import { id } from '#shared/foundation/dynamodb/row-parts';
import { meetings } from '#shared/meetings/meetings/store';
import {
  type Conversation,
  type ConversationKind,
  type ConversationState,
  type ConversationWithMeeting,
  kindOf,
  stateOf,
} from '#shared/texts/conversations/rules/conversation';
import { isInTrash } from '#shared/texts/conversations/rules/trash';
import { conversations, withMeeting } from '#shared/texts/conversations/store';

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
  const keys = await pageOfKeys(
    table,
    { index: 'list', partition, ...sortedBetween({ after: filter.createdAfter, before: filter.createdBefore }), keep },
    request,
  );
  const items = await Promise.all(keys.items.map((entry) => rowsBehind(table, entry)));
  return filterMapPage({ ...keys, items }, (found) =>
    found && matches(found.conversation, filter) ? found : undefined,
  );
}

async function rowsBehind(table: Table, entry: Item): Promise<ConversationWithMeeting | undefined> {
  const { mtg } = v.parse(Find, entry.find);
  const [row] = await Promise.all([table.get(resourceKey(entry.pk)), mtg && meetings.find(table, mtg)]);
  return row && withMeeting(table, conversations.stateIn(row));
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
  (filter.tag === undefined || t.includes(tagHashPrefix(filter.tag)));

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
