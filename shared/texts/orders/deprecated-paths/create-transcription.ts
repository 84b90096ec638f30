import { storedBytes } from '#shared/accounts/usage/stored-bytes-store';
import { resolveWorkspace, workspaceIdNamed } from '#shared/accounts/workspaces/access';
import { created, endpointWith } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { UserId } from '#shared/foundation/core/ids';
import { unprocessable } from '#shared/foundation/core/refusal';
import type { BodyReader } from '#shared/foundation/http/request/body-reader';
import { presentConversation } from '#shared/texts/conversations/present';
import { findTree, folders } from '#shared/texts/folders/store';
import { glossaryCatalog } from '#shared/texts/glossaries/store';
import { addMediaOrder, type MediaOrderContext } from '#shared/texts/orders/commands/order-media';
import { createTranscriptionContract } from '#shared/texts/orders/deprecated-paths/media-contract';
import { requireHumanTranscription } from '#shared/texts/orders/rules/create-media-order';
import { languagesOf } from '#shared/texts/orders/rules/create-order';
import { unfinishedOrders } from '#shared/texts/orders/unfinished-orders-store';
import { styleGuideCatalog } from '#shared/texts/style-guides/store';
import { uploadIdIn } from '#shared/texts/uploads/rules/upload';
import { uploads } from '#shared/texts/uploads/store';

interface Sent {
  readonly context: AppContext;
  readonly userId: UserId;
  readonly body: BodyReader;
}

/** The upload and the folder are read in the same batch as the caller's role. */
const readNamed = async ({ context: { table }, body }: Sent): Promise<void> => {
  const [uploadId, folderId] = [uploadIdIn(body.value('tmp_url')), body.id('fol', 'folder_id')];
  await Promise.all([uploadId && uploads.find(table, uploadId), folderId && folders.find(table, folderId)]);
};

/** So are the catalogs that have the defaults, what limits are compared with, and the tree that has the folder's name. */
async function readInWorkspace({ context: { table }, body }: Sent): Promise<void> {
  const id = await workspaceIdNamed(table, body.workspaceId('organization_id') ?? '');
  if (!id) return;
  await Promise.all([
    glossaryCatalog.find(table, id),
    styleGuideCatalog.find(table, id),
    storedBytes(table, id),
    unfinishedOrders(table, id),
    body.text('folder') !== undefined && findTree(table, id),
  ]);
}

/** POST /transcriptions: 201 with the conversation that the order makes. */
export const createTranscription = endpointWith<AppContext & MediaOrderContext>()(createTranscriptionContract, {
  early: (request) => [readNamed(request), readInWorkspace(request)],
  workspace: ({ context, userId, body }) =>
    resolveWorkspace(context.table, userId, body.workspaceId('organization_id'), 'organization_id'),
  run({ context, workspace, body }) {
    if (body.folder !== null && body.folder_id !== null)
      throw unprocessable('folder', 'invalid', 'folder and folder_id both name a folder: send one of them.');
    requireHumanTranscription(workspace.state, body.service);
    const [language = null] = body.language === 'auto' ? [] : languagesOf([body.language]);
    return addMediaOrder(context)(
      {
        ...{ workspaceId: workspace.state.id, kind: body.is_subtitle ? 'subtitles' : 'transcription', language },
        ...{ url: body.tmp_url, name: body.name, service: body.service, isConfirmed: true },
        ...{
          folderId: body.folder_id,
          tags: body.tags,
          glossaryIds: undefined,
          styleGuideId: undefined,
          metadata: {},
          speakers: {},
        },
        webhook: undefined,
      },
      { urlField: 'tmp_url', folderName: body.folder ?? undefined },
    );
  },
  reply: ({ conversation }, { context }) =>
    created(
      presentConversation({ conversation, meeting: null }),
      `${context.baseUrl}/transcriptions/${conversation.id}`,
    ),
});
