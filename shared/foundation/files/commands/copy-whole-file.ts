import { later, MINUTE_MS } from '#shared/foundation/core/time';
import type { ByteReader } from '#shared/foundation/files/commands/byte-reader';
import {
  type Copied,
  type CopyContext,
  type CopyLease,
  completeCopy,
  type FileToCopy,
  sizesOf,
} from '#shared/foundation/files/commands/complete-copy';
import { asCopyFailed, CopyFailed } from '#shared/foundation/files/commands/read-part';
import type { Upload, UploadSize } from '#shared/foundation/files/ports';
import type { Digest } from '#shared/foundation/files/rules/copy-progress';

/** A source without ranges has not delivered its file within 13 minutes, and cannot be continued. */
export class CopyTooSlow extends Error {
  override readonly name = 'CopyTooSlow';
}

/** The lease ends a copy that cannot be continued. */
class CopyInterrupted extends Error {
  override readonly name = 'CopyInterrupted';
}

/** A file that is being read from its first byte. */
export interface WholeFile {
  /** Null where the source does not say. */
  readonly totalBytes: number | null;
  readonly digest: Digest | null;
  readonly reader: ByteReader;
  /** What was read already; at most one part. */
  readonly begun: Uint8Array;
}

/** The longest that a function runs is 15 minutes. */
const WHOLE_MS = 13 * MINUTE_MS;
/** To store the last part, complete the upload, and compare the digest. */
const MARGIN_MS = MINUTE_MS;
/** The lease is extended this often, also while a part comes slowly. */
const EXTEND_MS = MINUTE_MS;

/**
 * Copies a file that can be read only from its first byte to its last, within one invocation: after a failure it begins
 * again. `later`: there is too little time for it, or the lease ended it. Throws `CopyFailed` where the source fails, and
 * `CopyTooSlow`.
 */
export async function copyWholeFile(
  context: CopyContext,
  file: FileToCopy,
  whole: WholeFile,
  lease: CopyLease,
): Promise<Copied> {
  if (lease.timeLeft() < WHOLE_MS + MARGIN_MS) {
    await whole.reader.close();
    return 'later';
  }
  const upload = await context.uploads.begin(file.key, file.contentType);
  try {
    const size = await putParts(context, upload, whole, lease);
    if (size.sizeBytes !== (whole.totalBytes ?? size.sizeBytes)) throw new CopyFailed('The source ended early.');
    // The answer to the first range looks alike where the source does not say its size.
    if (whole.totalBytes === null && size.sizeBytes === sizesOf(context).smallest)
      throw new CopyFailed('The source does not say its size.');
    return await completeCopy(context, upload, size, whole.digest);
  } catch (error) {
    await whole.reader.close();
    await context.uploads.abort(upload);
    if (error instanceof CopyInterrupted) return 'later';
    throw error;
  }
}

async function putParts(
  context: CopyContext,
  upload: Upload,
  { reader, begun }: WholeFile,
  lease: CopyLease,
): Promise<UploadSize> {
  const pulse = pulseOf(context, lease);
  const memory = new Uint8Array(sizesOf(context).smallest);
  memory.set(begun);
  let filled = begun.length;
  let size: UploadSize = { parts: 0, sizeBytes: 0 };
  do {
    filled += await fromSource(reader.fill(memory.subarray(filled), pulse));
    if (filled === 0) throw new CopyFailed('The source has no bytes.');
    await context.uploads.putPart(upload, size.parts + 1, memory.subarray(0, filled));
    size = { parts: size.parts + 1, sizeBytes: size.sizeBytes + filled };
    filled = 0;
  } while (!(await fromSource(reader.isEnded())));
  return size;
}

/** After each piece: extends the lease every minute, unless it ends the copy, and throws `CopyTooSlow` after 13. */
function pulseOf({ clock }: CopyContext, lease: CopyLease) {
  const until = later(clock.now(), WHOLE_MS);
  let extendAt = later(clock.now(), EXTEND_MS);
  return async () => {
    const now = clock.now();
    if (now >= until) throw new CopyTooSlow('A source without ranges took more than 13 minutes.');
    if (now >= extendAt) {
      extendAt = later(now, EXTEND_MS);
      if ((await lease.mayGoOn?.()) === false) throw new CopyInterrupted('The copy holds its worker for too long.');
      await lease.save(null);
    }
    return 'continue' as const;
  };
}

async function fromSource<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    const isOurs = error instanceof CopyTooSlow || error instanceof CopyInterrupted;
    throw isOurs ? error : asCopyFailed(error, 'The source broke off.');
  }
}
