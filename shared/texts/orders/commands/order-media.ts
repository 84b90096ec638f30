import { refusePaidWork } from '#shared/accounts/usage/commands/refuse-beyond-limits';
import { refuseMoreBytes } from '#shared/accounts/usage/commands/store-within-limit';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { GlossaryId, StyleGuideId } from '#shared/foundation/core/ids';
import { unprocessable } from '#shared/foundation/core/refusal';
import type { Sealer } from '#shared/foundation/core/secrets';
import { hearsTracks } from '#shared/foundation/model-servers/store';
import type { OrderConversation } from '#shared/texts/conversations/rules/conversation';
import { requireFolder } from '#shared/texts/folders/commands/change-folders';
import { folderNamed } from '#shared/texts/folders/commands/named-folder';
import { orderGlossaries } from '#shared/texts/glossaries/commands/order-glossaries';
import { findMediaSource, type MediaSourceContext } from '#shared/texts/ingestions/commands/find-media-source';
import { saveNewOrder } from '#shared/texts/orders/commands/save-order';
import { sealSource } from '#shared/texts/orders/commands/sealed-source';
import { type MediaRequest, type NewMediaIds, orderOfMedia } from '#shared/texts/orders/rules/create-media-order';
import type { Order } from '#shared/texts/orders/rules/order';
import { orderStyleGuide } from '#shared/texts/style-guides/commands/find-style-guide';
import { freeUploadPlace } from '#shared/texts/uploads/places-store';
import { reservedBytes, uploadIdIn } from '#shared/texts/uploads/rules/upload';

/** What orders of media files need beside the table. */
export interface MediaOrderContext extends CommandContext, MediaSourceContext {
  readonly sealer: Sealer;
}

interface Asked extends Omit<MediaRequest, 'name' | 'url' | 'glossaryIds' | 'styleGuideId' | 'price'> {
  /** As it was sent: the URL of an upload, or a public https URL. */
  readonly url: string;
  /** Undefined stands for the name of the file. */
  readonly name: string | undefined;
  /** Undefined stands for the default of the workspace; a language that is to be recognized has none. */
  readonly glossaryIds: readonly GlossaryId[] | undefined;
  /** Undefined stands for the default of the workspace for the kind of the order, null for none. */
  readonly styleGuideId: StyleGuideId | null | undefined;
}

/** What deprecated paths ask for in their own way. */
interface DeprecatedPathOptions {
  /** What the path calls `url`, where refusals name it. */
  readonly urlField?: string;
  /** Of a folder at the root, which is made where it is missing; in place of `folderId`. */
  readonly folderName?: string | undefined;
}

/** What an order of a media file makes. */
export interface MediaOrder {
  readonly order: Order;
  readonly conversation: OrderConversation;
}

/**
 * Orders a text of a media file; 403 where the file has no room in the workspace, 422 for an unknown upload, folder, glossary
 * and style guide, for a URL that is not public, and for tracks that the speech service of the deployment does not hear.
 */
export const addMediaOrder = command(
  async (
    context: MediaOrderContext,
    asked: Asked,
    { urlField, folderName }: DeprecatedPathOptions = {},
  ): Promise<MediaOrder> => {
    const { table, clock } = context;
    const { workspaceId, language } = asked;
    const now = clock.now();
    await refusePaidWork(context, workspaceId, 'recognized_seconds');
    if (asked.speakers.tracks === true && !(await hearsTracks(table)))
      throw unprocessable('speakers.tracks', 'not_available', NO_TRACKS);
    const media = await findMediaSource(context, { workspaceId, url: asked.url, now, field: urlField });
    await refuseMoreBytes(context, workspaceId, reservedBytes(media.sizeBytes));
    if (asked.folderId) await requireFolder(table, workspaceId, asked.folderId);
    const folder = folderName && (await folderNamed(context, { workspaceId, name: folderName, now, conversations: 1 }));
    const glossaryIds = await orderGlossaries(table, { workspaceId, ids: asked.glossaryIds, language });
    const styleGuideId = await orderStyleGuide(table, { workspaceId, id: asked.styleGuideId, operation: asked.kind });
    const ids = newIdsFor(context, asked);
    const source = await sealSource(context.sealer, media.source, { workspaceId, ingestionId: ids.ingestionId });
    const folderId = folder ? folder.id : asked.folderId;
    const names = { name: asked.name ?? media.name, url: media.url };
    const request = { ...asked, ...names, folderId, glossaryIds, styleGuideId, price: context.pricePerMinute };
    const made = orderOfMedia(request, source, ids, now);
    const newFolder = folder && 'writes' in folder ? folder : undefined;
    const upload = media.source.kind === 'upload' ? uploadIdIn(media.url) : undefined;
    const writes = upload ? await freeUploadPlace(table, { workspaceId, upload }) : [];
    return saveNewOrder(context, made.order, [made.conversation], { newFolder, writes, result: made });
  },
);

const NO_TRACKS = 'speakers.tracks cannot be true: the speech service of this deployment hears one track of a file.';

const newIdsFor = ({ ids }: MediaOrderContext, { webhook }: Asked): NewMediaIds => ({
  orderId: webhook?.orderId ?? ids.make('ord'),
  operationId: ids.make('opr'),
  conversationId: ids.make('con'),
  ingestionId: ids.make('ing'),
});
