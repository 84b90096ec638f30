import type { CommandContext } from '#shared/commands/context';
import type { FileId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';

/** Links to the bytes of a file that anyone can follow who has one. */
export interface FileLinks {
  /** A link of its own at every call, good for a year. */
  to(file: FileId, now: Instant): Promise<string>;
  /** Whether we signed this, and it is not over. */
  holds(file: FileId, signed: SignedLink, now: Instant): Promise<boolean>;
}

/** The two parameters of a link, as they were sent. */
export interface SignedLink {
  readonly expires: string;
  readonly signature: string;
}

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
