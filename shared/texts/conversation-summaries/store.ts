import * as v from 'valibot';
import type { ConversationId } from '#shared/foundation/core/ids';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table, Write } from '#shared/foundation/core/table';
import { conversationSummaryKey, SUMMARIES } from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { loaded, partition, storedState, unlessSavedSince } from '#shared/foundation/dynamodb/rows';
import {
  type ConversationSummary,
  STORED_STATES,
  type SummaryChoice,
} from '#shared/texts/conversation-summaries/rules/conversation-summary';

const Row: v.GenericSchema<unknown, ConversationSummary> = v.object({
  id: id('sum'),
  workspaceId: id('wks'),
  conversationId: id('con'),
  template: v.string(),
  language: v.nullable(v.string()),
  textRevision: v.string(),
  state: v.picklist(STORED_STATES),
  updatedAt: instant,
});

/** Summaries of the texts of orders, in the partition of their conversation: the workspace purge deletes them with it. */
export const conversationSummaries = {
  async find(
    table: Table,
    conversationId: ConversationId,
    choice: SummaryChoice,
  ): Promise<Loaded<ConversationSummary> | undefined> {
    return loaded(Row, await table.get(conversationSummaryKey(conversationId, choice)));
  },

  put: (before: Loaded<ConversationSummary> | undefined, after: ConversationSummary): readonly Write[] => [
    {
      put: {
        ...conversationSummaryKey(after.conversationId, after),
        type: 'conversation_summary',
        revision: (before?.revision ?? 0) + 1,
        state: storedState(after),
      },
      when: unlessSavedSince(before?.revision ?? 0),
    },
  ],

  /** Deletes all of a conversation: at most 60 an hour were made. */
  async clear(table: Table, conversationId: ConversationId): Promise<void> {
    for (const { pk, sk } of await partition(table, conversationId, SUMMARIES))
      await table.write({ remove: { pk, sk } });
  },
};
