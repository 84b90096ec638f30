/** A digest of a whole file, as `Repr-Digest` (RFC 9530) and `Content-MD5` have it. */
export type Digest = {
  readonly algorithm: 'sha-256' | 'md5';
  readonly base64: string;
};

/** Bytes of the parts that a file is copied in. */
export interface PartSizes {
  /** The least that S3 takes of a part that is not the last. */
  readonly least: number;
  readonly smallest: number;
  readonly largest: number;
}

const MIB = 1024 * 1024;

/** One part is in memory at a time. S3 takes 10,000 parts: 625 GiB. */
export const PART_SIZES: PartSizes = { least: 5 * MIB, smallest: 16 * MIB, largest: 64 * MIB };

/** Up to 2 GiB, 128 of the smallest parts: few enough that saving the progress after each costs next to nothing. */
const AIMED_PARTS = 128;

/** How far a file is copied: all bytes before `bytes` lie in the parts of an upload. */
export type CopyProgress = {
  readonly uploadId: string;
  readonly parts: number;
  readonly bytes: number;
  readonly totalBytes: number;
  /** Of the source; null where it has none. */
  readonly etag: string | null;
  /** Of the whole file; null where the source gives none. */
  readonly digest: Digest | null;
};

/** The bytes to ask for first, when the size of the file is not known. */
export const firstRange = ({ smallest }: PartSizes) => ({
  firstByte: 0,
  lastByte: smallest - 1,
  etag: null,
});

/** The bytes of the next part. Undefined when every byte is copied. */
export function nextRange({ bytes, totalBytes, etag }: CopyProgress, sizes: PartSizes) {
  if (bytes >= totalBytes) return undefined;
  const aimed = Math.min(sizes.largest, Math.max(sizes.smallest, Math.ceil(totalBytes / AIMED_PARTS)));
  const sizeBytes = Math.min(aimed, totalBytes - bytes);
  return { range: { firstByte: bytes, lastByte: bytes + sizeBytes - 1, etag }, sizeBytes };
}

interface Opened {
  readonly firstByte: number;
  readonly totalBytes: number | null;
  readonly etag: string | null;
}

/** How what was opened goes with what was copied of the file. */
export function continuationOf(progress: CopyProgress, opened: Opened): 'continues' | 'has no ranges' | 'has changed' {
  const { bytes, totalBytes, etag } = progress;
  const isSame = opened.totalBytes === totalBytes && (etag === null || opened.etag === null || opened.etag === etag);
  if (!isSame) return 'has changed';
  return opened.firstByte === bytes ? 'continues' : 'has no ranges';
}

export const withPart = (progress: CopyProgress, sizeBytes: number): CopyProgress => ({
  ...progress,
  parts: progress.parts + 1,
  bytes: progress.bytes + sizeBytes,
});
