import type { CommandContext } from '#shared/commands/context';
import type { Instant } from '#shared/core/time';

/** Private storage for media, transcripts and uploads. Keys begin with the workspace's id, so that a purge is a prefix. */
export interface FileStorage {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Writes a new file; false if the key exists. */
  putNew(key: string, bytes: Uint8Array, contentType: string): Promise<boolean>;
  get(key: string): Promise<Uint8Array | undefined>;
  /** Does nothing if the key does not exist. */
  remove(key: string): Promise<void>;
  /** Deletes some of the files whose keys begin so; false when there were none. */
  removeSome(prefix: string): Promise<boolean>;
  /** A link that anyone can read until it expires. */
  linkTo(
    key: string,
    download: { readonly expiresAt: Instant; readonly contentType: string; readonly filename: string },
  ): Promise<string>;
}

/** What commands that read or write files work with. */
export interface FileContext extends CommandContext {
  readonly files: FileStorage;
}
