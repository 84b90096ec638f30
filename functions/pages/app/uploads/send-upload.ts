import type * as v from 'valibot';
import { formField } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { idOf } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import { readFields } from '#shared/foundation/http/request/read-input';
import { completeUploadContract, createUploadContract } from '#shared/texts/uploads/contract';
import { linksFor } from '#shared/texts/uploads/present';
import type { MediaUpload } from '#shared/texts/uploads/rules/upload';
import { findUpload, uploads } from '#shared/texts/uploads/store';
import type { AppDependencies, AppPage } from '../dependencies.ts';
import { requireRole, resolveWorkspace } from '../workspace-access.ts';

/** POST …/uploads: begins an upload like `POST /uploads`. The script gets JSON with the links of its parts. */
export const beginUpload: AppPage = async (app, c) => {
  const { workspaceId, access } = resolveWorkspace(app, c);
  requireRole(await access, 'participate');
  const { filename, size: sizeBytes } = readFields(
    createUploadContract,
    { workspace_id: workspaceId, filename: formField(c, 'filename'), size: Number(formField(c, 'size')) },
    false,
  ) as v.InferOutput<typeof createUploadContract.body>;
  await app.refuseMoreDownloads(workspaceId);
  return c.json(await withLinks(app, c, await app.addUploadInParts({ workspaceId, filename, sizeBytes })), 201);
};

/** POST …/uploads/{upload}/links: signs the links anew, like `GET /uploads/{id}`. */
export const signLinks: AppPage = async (app, c) => c.json(await withLinks(app, c, await loadUpload(app, c)));

/** POST …/uploads/{upload}/complete: like `POST /uploads/{id}/complete`; the field `etag-1` has the ETag of part 1. */
export const finishUpload: AppPage = async (app, c) => {
  const { id } = await loadUpload(app, c);
  const { parts } = readFields(completeUploadContract, { parts: partsIn(c) }, false) as v.InferOutput<
    typeof completeUploadContract.body
  >;
  await app.completeUpload(id, parts);
  return c.json({ id });
};

async function loadUpload(app: AppDependencies, c: PageContext): Promise<MediaUpload> {
  const id = idOf('upl', c.req.param('upload'));
  const { workspaceId, access } = resolveWorkspace(app, c);
  const [resolved, found] = await Promise.all([access, id && findUpload(app.table, id, c.var.kit.clock.now())]);
  if (found?.state.workspaceId !== workspaceId) throw notFound(uploads.noun);
  requireRole(resolved, 'participate');
  return found.state;
}

async function withLinks({ uploadStorage }: AppDependencies, c: PageContext, upload: MediaUpload) {
  const { parts } = await linksFor(uploadStorage, upload, c.var.kit.clock.now());
  return { id: upload.id, parts: parts ?? [] };
}

const ETAG_FIELD = 'etag-';

const partsIn = (c: PageContext) =>
  [...(c.get('formFields') ?? [])]
    .filter(([name]) => name.startsWith(ETAG_FIELD))
    .map(([name, etag]) => ({ number: Number(name.slice(ETAG_FIELD.length)), etag }));
