import { storedBytes } from '#shared/accounts/usage/stored-bytes-store';
import { resolveWorkspace } from '#shared/accounts/workspaces/access';
import { byBodyId, byWorkspace } from '#shared/api/http/early';
import { created, endpointWith } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import { unprocessable } from '#shared/foundation/core/refusal';
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
import { findUpload } from '#shared/texts/uploads/store';

/** What the order loads of its workspace: the catalogs that have the defaults, and what limits are compared with. */
const OF_WORKSPACE = [glossaryCatalog.find, styleGuideCatalog.find, storedBytes, unfinishedOrders];

/** POST /transcriptions: 201 with the conversation that the order makes. */
export const createTranscription = endpointWith<AppContext & MediaOrderContext>()(createTranscriptionContract, {
  early(request) {
    const { context, body, now } = request;
    const upload = uploadIdIn(body.value('tmp_url'));
    const ofWorkspace = [...OF_WORKSPACE, ...(body.text('folder') === undefined ? [] : [findTree])];
    return [
      upload && findUpload(context.table, upload, now),
      byBodyId(request, 'folder_id', folders),
      ...ofWorkspace.map((load) => byWorkspace<unknown>(context.table, body.workspaceId('organization_id'), load)),
    ];
  },
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
