import type { Digest } from '#shared/foundation/files/rules/copy-progress';

/** Bytes of a file. Both ends are inclusive, as in HTTP. */
export interface ByteRange {
  readonly firstByte: number;
  /** Null: to the end. */
  readonly lastByte: number | null;
  /** The ETag of an earlier part: a file that has changed since is opened from its first byte (`If-Range`). */
  readonly etag: string | null;
}

export interface OpenMedia {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Where the stream begins: 0 where the source takes no ranges, or the file has changed. */
  readonly firstByte: number;
  /** Size of the whole file; null where the source does not say. */
  readonly totalBytes: number | null;
  readonly etag: string | null;
  /** Of the whole file, where the source gives one. */
  readonly digest?: Digest;
}
