import { countingJobs, removedFilesJobs } from '#shared/accounts/usage/rules/usage';
import { idOf, type UploadId, type WorkspaceId } from '#shared/foundation/core/ids';
import { visible } from '#shared/foundation/core/text';
import { DAY_MS, HOUR_MS, type Instant, later, MINUTE_MS, utcDateOf } from '#shared/foundation/core/time';
import { parseUrl } from '#shared/foundation/core/url';
import type { Job } from '#shared/foundation/events/rules/domain-event';
import { LARGEST_MEDIA_BYTES } from '#shared/foundation/media/rules/media-facts';

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

/** How long an upload without a size takes its file: from then on its size is looked at, and counts. */
const UNSIZED_LIFE_MS = 2 * HOUR_MS;

/** A `PUT` that began before the end of its link may take longer: the size is looked at after so long, and once more. */
const FIRST_CHECK_MS = UNSIZED_LIFE_MS + 15 * MINUTE_MS;
const SECOND_CHECK_MS = UNSIZED_LIFE_MS + DAY_MS;

/** An upload is removed so long after its end, once the last of its links has ended for a day. */
const REMOVAL_MS = LINK_LIFE_MS + DAY_MS;

interface UploadBase {
  readonly id: UploadId;
  readonly workspaceId: WorkspaceId;
  readonly filename: string;
  readonly createdAt: Instant;
  /** Its bytes in the counter of the workspace; absent in uploads of before there was one. */
  readonly limitedBytes?: number | undefined;
  /** When what is stored of it is looked at, or removed; absent likewise: the bucket removes those by itself. */
  readonly nextCheckAt?: Instant | undefined;
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

/** What a file counts before its size is known, in bytes: the most that an order takes. */
export const reservedBytes = (sizeBytes: number | undefined): number => sizeBytes ?? LARGEST_MEDIA_BYTES;

interface Reservation {
  readonly limitedBytes: number;
  readonly nextCheckAt: Instant;
}

/** What a new upload has beside its size: it counts in full, until it is looked at. */
export const reservationOf = (
  upload: Pick<UploadBase, 'createdAt'> & { readonly sizeBytes?: number | undefined },
): Reservation => ({
  limitedBytes: reservedBytes(upload.sizeBytes),
  nextCheckAt: upload.sizeBytes === undefined ? later(upload.createdAt, FIRST_CHECK_MS) : uploadRemovedAt(upload),
});

/** When an upload and its bytes are removed. */
export const uploadRemovedAt = (upload: Pick<UploadBase, 'createdAt'>): Instant =>
  later(uploadEndsAt(upload), REMOVAL_MS);

/**
 * An upload without a size, after what is stored of it was looked at: it counts as that, and its links are signed with that
 * size from then on. `sizeBytes` is undefined where nothing is stored that an order takes.
 */
export function checkedUpload(upload: MediaUpload, sizeBytes: number | undefined, now: Instant): MediaUpload {
  const second = later(upload.createdAt, SECOND_CHECK_MS);
  return {
    ...upload,
    ...(upload.status === 'whole' && sizeBytes !== undefined && { sizeBytes }),
    limitedBytes: sizeBytes ?? 0,
    nextCheckAt: now < second ? second : uploadRemovedAt(upload),
  };
}

/** The job that counts an upload whose size is known, until the bucket deletes it or it is removed before. */
export const uploadStoredJobs = (upload: StoredUpload, at: Instant): readonly Job[] =>
  countingJobs({
    workspaceId: upload.workspaceId,
    facts: [],
    files: [
      {
        ...{ change: 'stored', subject: upload.id, day: utcDateOf(at), bytes: upload.sizeBytes },
        until: utcDateOf(uploadEndsAt(upload)),
      },
    ],
  });

type StoredUpload = Pick<MediaUpload, 'id' | 'workspaceId' | 'createdAt'> & { readonly sizeBytes: number };

export const uploadRemovedJobs = (upload: Pick<MediaUpload, 'id' | 'workspaceId'>, at: Instant): readonly Job[] =>
  removedFilesJobs(upload.workspaceId, [upload], at);

/** Until when a link takes the bytes of an upload that is to be signed now; undefined where none is. */
export function linkEndsAt({ sizeBytes, createdAt }: MediaUpload, now: Instant): Instant | undefined {
  const endsAt = later(now, LINK_LIFE_MS);
  if (sizeBytes !== undefined) return endsAt;
  const takenUntil = later(createdAt, UNSIZED_LIFE_MS);
  return now < takenUntil ? (Math.min(endsAt, takenUntil) as Instant) : undefined;
}

/** The file name without folders and invisible characters, its last 200 characters. Empty where nothing is left. */
export const uploadNameOf = (sent: string): string =>
  [...(visible(sent).split(/[/\\]/).at(-1) ?? '').trim()].slice(-LONGEST_NAME).join('').trim();
