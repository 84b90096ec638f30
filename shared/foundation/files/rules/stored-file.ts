import type { BrandKitId, FileId, WorkspaceId } from '#shared/foundation/core/ids';
import { visible } from '#shared/foundation/core/text';
import { DAY_MS, type Instant } from '#shared/foundation/core/time';
import type { ImageType } from '#shared/foundation/files/rules/image-type';

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

/** Characters that a name keeps at most, its extension aside. */
const LONGEST_STEM = 100;

/** The first of each is what a name gets that has another. */
const EXTENSIONS: Readonly<Record<ImageType, readonly [string, ...string[]]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/svg+xml': ['svg'],
};

/**
 * The name to keep a file under: no folders, nothing invisible, and an extension that says what it is. A name that
 * nothing is left of becomes `image`.
 */
export function fileNameFor(sent: string | undefined, type: ImageType): string {
  const last =
    visible((sent ?? '').slice(-MOST_LOOKED_AT))
      .split(/[/\\]/)
      .at(-1) ?? '';
  const dot = last.lastIndexOf('.');
  const [stem, extension] = dot < 0 ? [last, ''] : [last.slice(0, dot), last.slice(dot + 1)];
  const [usual] = EXTENSIONS[type];
  const fits = EXTENSIONS[type].includes(extension.toLowerCase());
  return `${shortened(stem) || 'image'}.${fits ? extension : usual}`;
}

const MOST_LOOKED_AT = 4_000;

const shortened = (stem: string): string =>
  [...stem.replace(/^[\s.]+/, '').trimEnd()].slice(0, LONGEST_STEM).join('').trimEnd();
