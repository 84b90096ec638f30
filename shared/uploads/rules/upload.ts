import { idOf, type UploadId, type WorkspaceId } from '#shared/core/ids';
import { visible } from '#shared/core/text';
import { DAY_MS, HOUR_MS, type Instant, later } from '#shared/core/time';
import { parseUrl } from '#shared/core/url';

const MIB = 1024 * 1024;

/** Bytes of each part but the last. */
export const PART_BYTES = 8 * MIB;

/** How long a signed link takes bytes. The session of the role that signs it lasts no longer (`s3-upload-storage.ts`). */
export const LINK_LIFE_MS = HOUR_MS;

/** An upload and its bytes are deleted after this many days, by the lifecycle rule of the bucket as well. */
export const UPLOAD_LIFE_DAYS = 7;

/** Object keys of all uploads begin with it: the lifecycle rule and the role that signs links name the prefix. */
export const UPLOADS_PREFIX = 'uploads/';

/** Characters of a file name that are kept. */
const LONGEST_NAME = 200;

interface UploadBase {
  readonly id: UploadId;
  readonly workspaceId: WorkspaceId;
  readonly filename: string;
  readonly createdAt: Instant;
}

/** A place for a media file. `whole`: one `PUT`, of the declared size if there is one. `parts`: a multipart upload, until it is completed. */
export type MediaUpload = UploadBase &
  (
    | { readonly status: 'whole'; readonly sizeBytes?: number | undefined }
    | { readonly status: 'parts'; readonly sizeBytes: number; readonly multipartId: string }
    | { readonly status: 'completed'; readonly sizeBytes: number }
  );

/** Where the uploads of a workspace are: its purge deletes them. */
export const uploadsOf = (workspaceId: WorkspaceId): string => `${UPLOADS_PREFIX}${workspaceId}/`;

export const uploadKeyOf = ({ workspaceId, id }: Pick<UploadBase, 'workspaceId' | 'id'>): string =>
  `${uploadsOf(workspaceId)}${id}`;

/** The id at the end of the path of a URL, which may be that of an upload; undefined for another. */
export const uploadIdIn = (url: unknown): UploadId | undefined =>
  typeof url === 'string' ? idOf('upl', parseUrl(url)?.pathname.split('/').at(-1)) : undefined;

/** Sizes of the parts of a file, in their order. */
export function partSizesOf(sizeBytes: number): readonly number[] {
  const count = Math.ceil(sizeBytes / PART_BYTES);
  return Array.from({ length: count }, (_, at) => Math.min(PART_BYTES, sizeBytes - at * PART_BYTES));
}

/** After this moment an upload reads as one that never was. */
export const uploadEndsAt = ({ createdAt }: Pick<UploadBase, 'createdAt'>): Instant =>
  later(createdAt, UPLOAD_LIFE_DAYS * DAY_MS);

/** The file name without folders and invisible characters, its last 200 characters. Empty where nothing is left. */
export const uploadNameOf = (sent: string): string =>
  [...(visible(sent).split(/[/\\]/).at(-1) ?? '').trim()].slice(-LONGEST_NAME).join('').trim();
