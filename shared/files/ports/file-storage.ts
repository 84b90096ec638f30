import type { Instant } from '#shared/core/time';

/** Private storage for media, transcripts and uploads. Keys begin with the workspace's id, so that a purge is a prefix. */
export interface FileStorage {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Writes only where nothing is; false when something was there already. */
  putNew(key: string, bytes: Uint8Array, contentType: string): Promise<boolean>;
  get(key: string): Promise<Uint8Array | undefined>;
  /** Fine where there is none. */
  remove(key: string): Promise<void>;
  /** Deletes some of the files whose keys begin so; false when there were none. */
  removeSome(prefix: string): Promise<boolean>;
  /** A link that anyone can read until it expires. */
  linkTo(
    key: string,
    download: { readonly expiresAt: Instant; readonly contentType: string; readonly filename: string },
  ): Promise<string>;
}
