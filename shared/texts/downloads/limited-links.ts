import type { CommandContext } from '#shared/foundation/commands/context';
import type { FileStorage } from '#shared/foundation/files/ports';
import type { RefuseMoreDownloads } from '#shared/texts/downloads/ports';
import { refuseMoreDownloads } from '#shared/texts/downloads/refuse-more-downloads';
import { workspaceOfKey } from '#shared/texts/downloads/rules/workspace-of-key';
import type { UploadStorage } from '#shared/texts/uploads/ports';

/**
 * A context whose files have no link for a workspace that used up what it may download in a day: 429 until the day (UTC)
 * ends. For what answers requests: workers read and write files without links. `refuse` is one for each process: what has
 * links and uploads gives the same to both.
 */
export const withLimitedLinks = <Context extends CommandContext & { readonly files: FileStorage }>(
  context: Context,
  refuse = refuseMoreDownloads(context),
): Context => ({ ...context, files: limitedFiles(context.files, refuse) });

/** The same of links for uploads, with what refuses an upload before it is saved. */
export const withLimitedUploads = <Context extends CommandContext & { readonly uploadStorage: UploadStorage }>(
  context: Context,
  refuse = refuseMoreDownloads(context),
): Context & { readonly refuseMoreDownloads: RefuseMoreDownloads } => ({
  ...context,
  refuseMoreDownloads: refuse,
  uploadStorage: limitedUploads(context.uploadStorage, refuse),
});

const limitedFiles = (files: FileStorage, refuse: RefuseMoreDownloads): FileStorage => ({
  put: (...file) => files.put(...file),
  putNew: (...file) => files.putNew(...file),
  get: (...asked) => files.get(...asked),
  getTagged: (key) => files.getTagged(key),
  replace: (...file) => files.replace(...file),
  remove: (key) => files.remove(key),
  keys: (...from) => files.keys(...from),
  removeSome: (prefix) => files.removeSome(prefix),
  async linkTo(key, download) {
    await refuseFor(refuse, key);
    return files.linkTo(key, download);
  },
});

const limitedUploads = (uploads: UploadStorage, refuse: RefuseMoreDownloads): UploadStorage => ({
  urlOf: (key) => uploads.urlOf(key),
  begin: (key) => uploads.begin(key),
  complete: (...upload) => uploads.complete(...upload),
  async signPut(key, ...rest) {
    await refuseFor(refuse, key);
    return uploads.signPut(key, ...rest);
  },
  async signParts(upload, ...rest) {
    await refuseFor(refuse, upload.key);
    return uploads.signParts(upload, ...rest);
  },
});

async function refuseFor(refuse: RefuseMoreDownloads, key: string): Promise<void> {
  const workspaceId = workspaceOfKey(key);
  // Every file that has links is of a workspace.
  if (!workspaceId) throw new Error('The file is of no workspace.');
  await refuse(workspaceId);
}
