import { refusePaidWork } from '#shared/accounts/usage/commands/refuse-beyond-limits';
import { command } from '#shared/foundation/commands/command';
import type { ConversationId, GlossaryId, StyleGuideId } from '#shared/foundation/core/ids';
import { unprocessable } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import { lengthOf } from '#shared/texts/conversations/rules/conversation';
import { conversations, withMeeting } from '#shared/texts/conversations/store';
import { requireFolder } from '#shared/texts/folders/commands/change-folders';
import { orderGlossaries } from '#shared/texts/glossaries/commands/order-glossaries';
import { saveNewOrder } from '#shared/texts/orders/commands/save-order';
import {
  type FieldNames,
  orderTranslation,
  sourceIdOf,
  TRANSLATE_FIELDS,
  type TranslationRequest,
} from '#shared/texts/orders/rules/create-order';
import type { Order } from '#shared/texts/orders/rules/order';
import { orderStyleGuide } from '#shared/texts/style-guides/commands/find-style-guide';

interface Asked extends Omit<TranslationRequest, 'glossaryIds' | 'styleGuideId' | 'sourceSeconds' | 'price'> {
  /** Undefined stands for the default of the workspace. */
  readonly glossaryIds: readonly GlossaryId[] | undefined;
  /** For subtitles; undefined stands for the default of the workspace, null for none. */
  readonly styleGuideId: StyleGuideId | null | undefined;
}

/**
 * The text that translations are made of, which is that of the named one where this is a translation itself, and the
 * seconds of its audio; null until they are known. A translation is as long as what it was made from.
 */
export async function loadSource(table: Table, id: ConversationId) {
  const named = await conversations.find(table, id);
  if (!named) return undefined;
  const [source, found] = await Promise.all([
    conversations.find(table, sourceIdOf(named.state)),
    withMeeting(table, named.state),
  ]);
  return source && { source, sourceSeconds: found ? lengthOf(found) : null };
}

/** Orders translations of a text; 422 for an unknown folder, glossary or style guide, 403 beyond the limit. */
export const addTranslation = command(async (context, conversationId: ConversationId, asked: Asked): Promise<Order> => {
  const { table, ids, clock } = context;
  const loaded = await loadSource(table, conversationId);
  if (!loaded) throw unknownSource(asked.fields);
  const { source, sourceSeconds } = loaded;
  if (asked.folderId) await requireFolder(table, source.state.workspaceId, asked.folderId);
  const { workspaceId, language } = source.state;
  await refusePaidWork(context, workspaceId, 'translated_characters');
  const [glossaryIds, styleGuideId] = await Promise.all([
    orderGlossaries(table, { workspaceId, ids: asked.glossaryIds, language }),
    orderStyleGuide(table, { workspaceId, id: asked.styleGuideId, operation: 'subtitles' }),
  ]);
  const operations = asked.targetLanguages.map(() => ({
    operationId: ids.make('opr'),
    conversationId: ids.make('con'),
  }));
  const newIds = { orderId: asked.webhook?.orderId ?? ids.make('ord'), operations };
  const { order, conversations: made } = orderTranslation(
    source.state,
    { ...asked, glossaryIds, styleGuideId, sourceSeconds, price: context.pricePerMinute },
    newIds,
    clock.now(),
  );
  return saveNewOrder(context, order, made, { result: order });
});

export const unknownSource = ({ source }: FieldNames = TRANSLATE_FIELDS) =>
  unprocessable(source, 'invalid', `${source} is not the id of a conversation that this key can access.`);
