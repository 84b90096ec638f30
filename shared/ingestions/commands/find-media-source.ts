import { idOf, type WorkspaceId } from '#shared/core/ids';
import { unprocessable } from '#shared/core/refusal';
import type { Table } from '#shared/core/table';
import type { Instant } from '#shared/core/time';
import type { MediaSource } from '#shared/ingestions/rules/ingestion';
import type { UploadStorage } from '#shared/uploads/ports';
import { UPLOADS_PREFIX, uploadKeyOf } from '#shared/uploads/rules/upload';
import { findUpload } from '#shared/uploads/store';

interface Context {
  readonly table: Table;
  readonly uploadStorage: Pick<UploadStorage, 'urlOf'>;
  /** The URL in its normalised form, or what is wrong with it; by its form alone. */
  readonly validateUrl: (url: string) => { readonly accepted: string } | { readonly fault: unknown };
}

interface Asked {
  readonly workspaceId: WorkspaceId;
  readonly url: string;
  readonly now: Instant;
}

/**
 * What the `url` of an order names: an upload of the workspace, by its signed link or its `url`, whatever the query and
 * though the link may have ended, or else a public https URL. 422 `invalid` for an upload that is unknown, of another
 * workspace, or not completed, alike.
 */
export async function findMediaSource(context: Context, { workspaceId, url, now }: Asked): Promise<MediaSource> {
  const path = await pathOfUpload(context, url);
  if (path === undefined) return publicSource(context, url);
  const id = idOf('upl', path.split('/').at(-1));
  const upload = id && (await findUpload(context.table, id, now))?.state;
  const isOurs = upload && upload.workspaceId === workspaceId && uploadKeyOf(upload) === `${UPLOADS_PREFIX}${path}`;
  if (!isOurs) throw unprocessable('url', 'invalid', 'url names no upload of the workspace.');
  if (upload.status === 'parts') throw unprocessable('url', 'invalid', 'url names an upload that is not completed.');
  return { kind: 'upload', key: uploadKeyOf(upload) };
}

/** What follows the prefix of uploads in our own storage; undefined for another URL. */
async function pathOfUpload({ uploadStorage }: Context, text: string): Promise<string | undefined> {
  const url = URL.parse(text);
  if (!url) return undefined;
  const uploads = await uploadStorage.urlOf(UPLOADS_PREFIX);
  const address = `${url.origin}${url.pathname}`;
  return address.startsWith(uploads) ? address.slice(uploads.length) : undefined;
}

function publicSource({ validateUrl }: Context, url: string): MediaSource {
  const validation = validateUrl(url);
  if ('accepted' in validation) return { kind: 'url', url: validation.accepted };
  throw unprocessable('url', 'invalid', 'url must be the URL of an upload, or a public https URL.');
}
