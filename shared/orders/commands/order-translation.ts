import { command } from '#shared/commands/command';
import { conversations } from '#shared/conversations/store';
import type { ConversationId } from '#shared/core/ids';
import { unprocessable } from '#shared/core/refusal';
import { requireFolder } from '#shared/folders/commands/change-folders';
import { saveNewOrder } from '#shared/orders/commands/save-order';
import { orderTranslation, sourceIdOf, type TranslationRequest } from '#shared/orders/rules/create-order';
import type { Order } from '#shared/orders/rules/order';

/** Orders translations of a text; 422 for an unknown folder. */
export const addTranslation = command(
  async (context, conversationId: ConversationId, asked: TranslationRequest): Promise<Order> => {
    const { table, ids, clock } = context;
    const named = await conversations.find(table, conversationId);
    const source = named && (await conversations.find(table, sourceIdOf(named.state)));
    if (!source) throw unknownSource();
    if (asked.folderId) await requireFolder(table, source.state.workspaceId, asked.folderId);
    const operations = asked.targetLanguages.map(() => ({
      operationId: ids.make('opr'),
      conversationId: ids.make('con'),
    }));
    const newIds = { orderId: ids.make('ord'), operations };
    const { order, conversations: made } = orderTranslation(source.state, asked, newIds, clock.now());
    return saveNewOrder(context, order, made);
  },
);

export const unknownSource = () =>
  unprocessable(
    'source_conversation_id',
    'invalid',
    'source_conversation_id is not the id of a conversation that this key can access.',
  );
