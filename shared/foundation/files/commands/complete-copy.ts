import type { Clock } from '#shared/foundation/core/clock';
import { CopyFailed } from '#shared/foundation/files/commands/read-part';
import type { FileStorage, MultipartStorage, RemoteFile, Upload, UploadSize } from '#shared/foundation/files/ports';
import type { Digest } from '#shared/foundation/files/rules/copy-progress';
import { type CopyProgress, PART_SIZES, type PartSizes } from '#shared/foundation/files/rules/copy-progress';

export interface CopyContext {
  readonly uploads: MultipartStorage;
  readonly files: Pick<FileStorage, 'put' | 'remove'>;
  readonly clock: Clock;
  /** Left out: `PART_SIZES`. */
  readonly partSizes?: PartSizes;
}

export interface FileToCopy {
  readonly source: RemoteFile;
  readonly key: string;
  readonly contentType: string;
}

/** The lease under which a file is copied. */
export interface CopyLease {
  /** Saves how far the file is copied, null from the start, and extends the lease. Throws if another worker has it. */
  save(progress: CopyProgress | null): Promise<void>;
  /** Milliseconds left in this invocation. */
  timeLeft(): number;
  /** Whether a copy that can be continued is to be left to a later invocation; left out, never. */
  isTurnOver?(): boolean;
  /** Asked after each minute of a copy that cannot be continued; false ends it, as `later`. Left out, always true. */
  mayGoOn?(): Promise<boolean>;
}

/** `later`: too little time is left, or the turn is over; the next invocation continues from what was saved. */
export type Copied = { readonly sizeBytes: number } | 'later';

export const sizesOf = ({ partSizes = PART_SIZES }: CopyContext): PartSizes => partSizes;

/** Makes the parts a file, once they come to that size, and compares its digest. Throws `CopyFailed` otherwise. */
export async function completeCopy(
  context: CopyContext,
  upload: Upload,
  size: UploadSize,
  digest: Digest | null,
): Promise<Copied> {
  const { uploads } = context;
  const outcome = await uploads.complete(upload, size);
  // Gone and there: an invocation completed it and ended before it could save so.
  const isThere = outcome === 'completed' || (await uploads.sizeOf(upload.key)) === size.sizeBytes;
  if (!isThere) throw new CopyFailed(`The upload is ${outcome}.`);
  return withDigest(context, upload.key, size.sizeBytes, digest);
}

/** A file that is not what the source says it is does not stay. */
export async function withDigest(
  { files, uploads }: CopyContext,
  key: string,
  sizeBytes: number,
  digest: Digest | null,
): Promise<Copied> {
  if (!digest || (await uploads.digestOf(key, digest.algorithm)) === digest.base64) return { sizeBytes };
  await files.remove(key);
  throw new CopyFailed('The copy has another digest than the source.');
}
