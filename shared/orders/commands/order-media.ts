import { command } from '#shared/commands/command';
import type { CommandContext } from '#shared/commands/context';
import type { GlossaryId, StyleGuideId } from '#shared/core/ids';
import type { Sealer } from '#shared/core/secrets';
import { requireFolder } from '#shared/folders/commands/change-folders';
import { orderGlossaries } from '#shared/glossaries/commands/order-glossaries';
import { findMediaSource, type MediaSourceContext } from '#shared/ingestions/commands/find-media-source';
import { saveNewOrder } from '#shared/orders/commands/save-order';
import { sealSource } from '#shared/orders/commands/sealed-source';
import { type MediaRequest, orderOfMedia } from '#shared/orders/rules/create-media-order';
import type { Order } from '#shared/orders/rules/order';
import { orderStyleGuide } from '#shared/style-guides/commands/order-style-guide';

/** What orders of media files need beside the table. */
export interface MediaOrderContext extends CommandContext, MediaSourceContext {
  readonly sealer: Sealer;
}

interface Asked extends Omit<MediaRequest, 'name' | 'url' | 'glossaryIds' | 'styleGuideId'> {
  /** As it was sent: the URL of an upload, or a public https URL. */
  readonly url: string;
  /** Undefined stands for the name of the file. */
  readonly name: string | undefined;
  /** Undefined stands for the default of the workspace; a language that is to be recognized has none. */
  readonly glossaryIds: readonly GlossaryId[] | undefined;
  /** Undefined stands for the default of the workspace for the kind of the order, null for none. */
  readonly styleGuideId: StyleGuideId | null | undefined;
}

/**
 * Orders a text of a media file; 422 for an unknown upload, folder, glossary or style guide, and for a URL that is not
 * public.
 */
export const addMediaOrder = command(async (context: MediaOrderContext, asked: Asked): Promise<Order> => {
  const { table, ids, clock, sealer } = context;
  const { workspaceId, language, folderId } = asked;
  const now = clock.now();
  const media = await findMediaSource(context, { workspaceId, url: asked.url, now });
  if (folderId) await requireFolder(table, workspaceId, folderId);
  const glossaryIds = await orderGlossaries(table, { workspaceId, ids: asked.glossaryIds, language });
  const styleGuideId = await orderStyleGuide(table, { workspaceId, id: asked.styleGuideId, operation: asked.kind });
  const newIds = {
    ...{ orderId: asked.webhook?.orderId ?? ids.make('ord'), operationId: ids.make('opr') },
    ...{ conversationId: ids.make('con'), ingestionId: ids.make('ing') },
  };
  const source = await sealSource(sealer, media.source, { workspaceId, ingestionId: newIds.ingestionId });
  const request = { ...asked, glossaryIds, styleGuideId, name: asked.name ?? media.name, url: media.url };
  const { order, conversation } = orderOfMedia(request, source, newIds, now);
  return saveNewOrder(context, order, [conversation]);
});
