import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import { unprocessable } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { parseUrl } from '#shared/foundation/core/url';
import type { MediaSource } from '#shared/texts/ingestions/rules/ingestion';
import type { UploadStorage } from '#shared/texts/uploads/ports';
import { UPLOADS_PREFIX, uploadKeyOf, uploadNameOf } from '#shared/texts/uploads/rules/upload';
import { findUpload } from '#shared/texts/uploads/store';

/** What tells uploads from other URLs. */
export interface MediaSourceContext {
  readonly table: Table;
  readonly uploadStorage: Pick<UploadStorage, 'urlOf'>;
  /** The URL in its normalised form, or what is wrong with it; by its form alone. */
  readonly validateUrl: (url: string) => { readonly accepted: string } | { readonly fault: unknown };
}

interface Asked {
  readonly workspaceId: WorkspaceId;
  readonly url: string;
  readonly now: Instant;
  /** The field that refusals name. */
  readonly field?: string | undefined;
}

/** A file, and how orders name it. */
export interface FoundMedia {
  readonly source: MediaSource;
  /** The file name. */
  readonly name: string;
  /** Where it is, without the query. */
  readonly url: string;
  /** Of an upload whose size is known. */
  readonly sizeBytes?: number | undefined;
}

/**
 * What the `url` of an order names: an upload of the workspace, by its signed link or its `url`, whatever the query and
 * though the link may have ended, or else a public https URL. 422 `invalid` for an upload that is unknown, of another
 * workspace, or not completed, alike.
 */
export async function findMediaSource(
  context: MediaSourceContext,
  { workspaceId, url, now, field = 'url' }: Asked,
): Promise<FoundMedia> {
  const path = await pathOfUpload(context, url);
  if (path === undefined) return publicSource(context, url, field);
  const id = idOf('upl', path.split('/').at(-1));
  const upload = id && (await findUpload(context.table, id, now))?.state;
  const isOurs = upload && upload.workspaceId === workspaceId && uploadKeyOf(upload) === `${UPLOADS_PREFIX}${path}`;
  if (!isOurs) throw unprocessable(field, 'invalid', `${field} names no upload of the workspace.`);
  if (upload.status === 'parts')
    throw unprocessable(field, 'invalid', `${field} names an upload that is not completed.`);
  const { filename: name, sizeBytes } = upload;
  return { source: { kind: 'upload', key: uploadKeyOf(upload) }, name, url: withoutQuery(url), sizeBytes };
}

/** What follows the prefix of uploads in our own storage; undefined for another URL. */
async function pathOfUpload({ uploadStorage }: MediaSourceContext, text: string): Promise<string | undefined> {
  const url = parseUrl(text);
  if (!url) return undefined;
  const uploads = await uploadStorage.urlOf(UPLOADS_PREFIX);
  const address = `${url.origin}${url.pathname}`;
  return address.startsWith(uploads) ? address.slice(uploads.length) : undefined;
}

function publicSource({ validateUrl }: MediaSourceContext, url: string, field: string): FoundMedia {
  const validation = validateUrl(url);
  if ('accepted' in validation) {
    const { accepted } = validation;
    return { source: { kind: 'url', url: accepted }, name: nameIn(accepted), url: withoutQuery(accepted) };
  }
  throw unprocessable(field, 'invalid', `${field} must be the URL of an upload, or a public https URL.`);
}

function withoutQuery(text: string): string {
  const url = new URL(text);
  return `${url.origin}${url.pathname}`;
}

/** The last part of the path, or the host where it has none. */
function nameIn(text: string): string {
  const { pathname, hostname } = new URL(text);
  const last = pathname.split('/').findLast((part) => part !== '');
  return (last && uploadNameOf(decoded(last))) || hostname;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
