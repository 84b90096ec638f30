import { storedBytes } from '#shared/accounts/usage/stored-bytes-store';
import { apiGroup } from '#shared/api/http/api-group';
import { byWorkspace } from '#shared/api/http/early';
import { created, endpointWith, ok } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { UploadId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import { withLimitedUploads } from '#shared/texts/downloads/limited-links';
import type { RefuseMoreDownloads } from '#shared/texts/downloads/ports';
import { addUpload, addUploadInParts, type UploadContext } from '#shared/texts/uploads/commands/add-upload';
import { completeUpload } from '#shared/texts/uploads/commands/complete-upload';
import {
  completeUploadContract,
  createUploadContract,
  getUploadContract,
  newUploadContract,
} from '#shared/texts/uploads/contract';
import { linksFor, NO_LINKS, presentUpload } from '#shared/texts/uploads/present';
import type { MediaUpload } from '#shared/texts/uploads/rules/upload';
import { findUpload } from '#shared/texts/uploads/store';
import { served } from '#shared/wiring/served';
import { uploadStorageFromEnvironment } from '#shared/wiring/uploads';

/** What this group has beside the context of every endpoint. */
type UploadsContext = AppContext & UploadContext;

/** New uploads are refused before they are saved, and not for the link in their answer. */
type LimitedContext = UploadsContext & { readonly refuseMoreDownloads: RefuseMoreDownloads };

const uploadEndpoint = endpointWith<LimitedContext>();

interface Answering {
  readonly context: UploadsContext;
  readonly now: Instant;
}

const find = ({ context, params, now }: Answering & { readonly params: { readonly id: UploadId } }) =>
  findUpload(context.table, params.id, now);

const present = async (upload: MediaUpload, { context, now }: Answering) =>
  presentUpload(upload, await linksFor(context.uploadStorage, upload, now));

/** A `HEAD` is answered without creating anything. */
const createByGet = uploadEndpoint(newUploadContract, {
  early: ({ context, query }) => [byWorkspace(context.table, query.workspace_id, storedBytes)],
  async run({ context, workspace, caller: { userId }, query: { filename, size: sizeBytes }, isHead }) {
    if (isHead) return undefined;
    const { id: workspaceId } = workspace.state;
    await context.refuseMoreDownloads(workspaceId);
    return addUpload(context)({ workspaceId, userId, filename, sizeBytes });
  },
  reply: async (upload, request) => ok(upload && (await present(upload, request))),
});

const create = uploadEndpoint(createUploadContract, {
  early: ({ context, body }) => [byWorkspace(context.table, body.workspaceId(), storedBytes)],
  async run({ context, workspace, body: { filename, size: sizeBytes } }) {
    const { id: workspaceId } = workspace.state;
    await context.refuseMoreDownloads(workspaceId);
    return addUploadInParts(context)({ workspaceId, filename, sizeBytes });
  },
  reply: (upload, { context }) => created(presentUpload(upload, NO_LINKS), `${context.baseUrl}/uploads/${upload.id}`),
  async afterRecording(body, request) {
    const upload = await findUpload(request.context.table, (body as { readonly id: UploadId }).id, request.now);
    return upload ? present(upload.state, request) : body;
  },
});

const get = uploadEndpoint(getUploadContract, {
  resource: find,
  run: async ({ resource }) => resource.state,
  reply: async (upload, request) => ok(await present(upload, request)),
});

const complete = uploadEndpoint(completeUploadContract, {
  resource: find,
  run: ({ context, resource, body }) => completeUpload(context)(resource.state.id, body.parts),
  reply: async (upload, request) => ok(await present(upload, request)),
});

export const uploads = (context: UploadsContext) =>
  apiGroup(withLimitedUploads(context), createByGet, create, get, complete);

export const handler = served((context) => uploads({ ...context, uploadStorage: uploadStorageFromEnvironment() }));
