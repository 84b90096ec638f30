import type { CommandContext } from '#shared/foundation/commands/context';
import type { FileId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import type { Digest } from '#shared/foundation/files/rules/copy-progress';
import type { ByteRange, OpenMedia } from '#shared/foundation/files/rules/open-media';

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
  /** The bytes of a file, or its first ones where a reader takes no more. */
  get(key: string, bytesToRead?: BytesToRead): Promise<Uint8Array | undefined>;
  /** A file with its entity tag, by which it can be replaced. */
  getTagged(key: string): Promise<TaggedFile | undefined>;
  /** Writes a file in place of the one with that tag, or a new one without; false if another was written since. */
  replace(key: string, bytes: Uint8Array, written: ReplacedFile): Promise<boolean>;
  /** Does nothing if the key does not exist. */
  remove(key: string): Promise<void>;
  /** Keys that begin so, in their order, from after a given one: at most a thousand; none after the last. */
  keys(prefix: string, after: string | undefined): Promise<readonly string[]>;
  /** Deletes some of the files whose keys begin so; false when there were none. */
  removeSome(prefix: string): Promise<boolean>;
  /** A link that anyone can read until it expires. */
  linkTo(
    key: string,
    download: { readonly expiresAt: Instant; readonly contentType: string; readonly filename: string },
  ): Promise<string>;
}

/** Is given the size of a file before its bytes are read, and answers how many are. Where it throws, none are. */
export type BytesToRead = (sizeBytes: number) => Promise<number>;

export interface TaggedFile {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

export interface ReplacedFile {
  readonly contentType: string;
  /** Of the file that is replaced; undefined where there was none. */
  readonly etag: string | undefined;
}

/** A multipart upload that was begun. Its parts are no file until it is completed; unfinished ones are deleted after a day. */
export interface Upload {
  readonly key: string;
  readonly uploadId: string;
}

/** What the parts of an upload must come to. */
export interface UploadSize {
  readonly parts: number;
  readonly sizeBytes: number;
}

/**
 * Files of any size in the same storage, written in parts by any number of processes, one after the other. Limits of S3:
 * 10,000 parts of 5 MiB to 5 GiB, of which the last may be smaller. An outage throws; every call may be repeated.
 */
export interface MultipartStorage {
  begin(key: string, contentType: string): Promise<Upload>;
  /** Stores the part with that number, from 1, or replaces it. `gone`: the upload was completed or aborted. */
  putPart(upload: Upload, number: number, bytes: Uint8Array): Promise<'stored' | 'gone'>;
  /** Makes the parts a file, in place of an older one. `incomplete`: they do not come to that size, and nothing changes. */
  complete(upload: Upload, size: UploadSize): Promise<'completed' | 'incomplete' | 'gone'>;
  /** Deletes the parts. Does nothing if the upload is gone. */
  abort(upload: Upload): Promise<void>;
  /** Undefined if there is no such file. */
  sizeOf(key: string): Promise<number | undefined>;
  /** Bytes of a file, both ends inclusive. Throws where there is no such file. */
  readRange(key: string, firstByte: number, lastByte: number): Promise<Uint8Array>;
  /** The digest of a whole file in Base64, read in pieces. Undefined if there is no such file. */
  digestOf(key: string, algorithm: Digest['algorithm']): Promise<string | undefined>;
}

/** A file in another system. */
export interface RemoteFile {
  /**
   * Opens a range of the file. Throws where the source does not answer or refuses; the stream throws where it breaks off or
   * no byte comes for half a minute.
   */
  open(range: ByteRange): Promise<OpenMedia>;
}

/** What commands that read or write files work with. */
export interface FileContext extends CommandContext {
  readonly files: FileStorage;
}
