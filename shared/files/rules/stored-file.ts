import type { BrandKitId, FileId, WorkspaceId } from '#shared/core/ids';
import { DAY_MS, type Instant } from '#shared/core/time';
import type { ImageType } from '#shared/files/rules/image-type';

/** At most this many bytes: a Lambda takes and gives 6 MB, in base64. */
export const LARGEST_FILE = 4_194_304;

/** How long a link to a file is good for: one year. */
export const LINK_LIFE_MS = 365 * DAY_MS;

/** An image that a partner uploaded, or the copy of one that belongs to a brand kit. */
export interface StoredFile {
  readonly id: FileId;
  readonly workspaceId: WorkspaceId;
  /** The kit whose copy it is: then it is no file of its own, and only its link leads to it. */
  readonly copyFor: BrandKitId | null;
  readonly filename: string;
  readonly contentType: ImageType;
  /** In bytes. */
  readonly size: number;
  readonly createdAt: Instant;
}

/** Where its bytes are; beneath the workspace, so that they go with it. */
export const fileKeyOf = ({ workspaceId, id }: Pick<StoredFile, 'workspaceId' | 'id'>): string =>
  `${workspaceId}/files/${id}`;
