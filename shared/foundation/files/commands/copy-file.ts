import { MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { byteReader } from '#shared/foundation/files/commands/byte-reader';
import {
  type Copied,
  type CopyContext,
  type CopyLease,
  completeCopy,
  type FileToCopy,
  sizesOf,
  withDigest,
} from '#shared/foundation/files/commands/complete-copy';
import { copyWholeFile } from '#shared/foundation/files/commands/copy-whole-file';
import { asCopyFailed, CopyFailed, readPart } from '#shared/foundation/files/commands/read-part';
import {
  type CopyProgress,
  continuationOf,
  firstRange,
  nextRange,
  withPart,
} from '#shared/foundation/files/rules/copy-progress';
import type { ByteRange, OpenMedia } from '#shared/foundation/files/rules/open-media';

/** No part is begun when less is left: a part takes at most 100 s, beside its upload. */
const LEAST_TIME_MS = 2 * MINUTE_MS + 30 * SECOND_MS;

/**
 * Copies a file of any size from another system into the storage, part by part, and saves how far it is after each. One
 * part is in memory at a time. The size, and the digest where the source gives one, are compared before the file counts as
 * copied. Throws `CopyFailed` where the source fails or its file has changed, and `CopyTooSlow` where a source without
 * ranges takes more than 13 minutes.
 */
export async function copyFile(
  context: CopyContext,
  file: FileToCopy,
  progress: CopyProgress | null,
  lease: CopyLease,
): Promise<Copied> {
  if (lease.timeLeft() < LEAST_TIME_MS) return 'later';
  return progress ? copyRest(context, file, progress, lease) : copyFromStart(context, file, lease);
}

const NOTHING = new Uint8Array();

async function copyFromStart(context: CopyContext, file: FileToCopy, lease: CopyLease): Promise<Copied> {
  const sizes = sizesOf(context);
  const opened = await open(file, firstRange(sizes));
  const { totalBytes, etag, digest = null } = opened;
  const reader = byteReader(opened.stream);
  if (totalBytes === null) return copyWholeFile(context, file, { totalBytes, digest, reader, begun: NOTHING }, lease);

  const memory = new Uint8Array(Math.min(totalBytes, sizes.smallest));
  const read = await readPart(reader, memory, { clock: context.clock, sizes });
  const bytes = memory.subarray(0, read);
  if (read === totalBytes) {
    await reader.close();
    await context.files.put(file.key, bytes, file.contentType);
    return withDigest(context, file.key, totalBytes, digest);
  }
  // A source without ranges goes on after the bytes that were asked for.
  if (read === memory.length && !(await isEnded(reader)))
    return copyWholeFile(context, file, { totalBytes, digest, reader, begun: bytes }, lease);

  await reader.close();
  const { uploadId } = await context.uploads.begin(file.key, file.contentType);
  const progress = { uploadId, parts: 0, bytes: 0, totalBytes, etag, digest };
  return copyRest(context, file, await putPart(context, file, { progress, bytes, lease }), lease);
}

const isEnded = (reader: ReturnType<typeof byteReader>): Promise<boolean> =>
  reader.isEnded().catch((error) => Promise.reject(asCopyFailed(error, 'The source broke off.')));

async function copyRest(
  context: CopyContext,
  file: FileToCopy,
  begun: CopyProgress,
  lease: CopyLease,
): Promise<Copied> {
  const sizes = sizesOf(context);
  const memory = new Uint8Array(nextRange(begun, sizes)?.sizeBytes ?? 0);
  let progress = begun;
  for (let next = nextRange(progress, sizes); next; next = nextRange(progress, sizes)) {
    if (lease.timeLeft() < LEAST_TIME_MS || lease.isTurnOver?.()) return 'later';
    const opened = await open(file, next.range);
    const reader = byteReader(opened.stream);
    const continuation = continuationOf(progress, opened);
    if (continuation !== 'continues') {
      await forget(context, file, progress, lease);
      if (continuation === 'has no ranges')
        return copyWholeFile(context, file, { ...progress, reader, begun: NOTHING }, lease);
      await reader.close();
      throw new CopyFailed('The file of the source has changed.');
    }
    const part = memory.subarray(0, next.sizeBytes);
    const read = await readPart(reader, part, { clock: context.clock, sizes });
    await reader.close();
    progress = await putPart(context, file, { progress, bytes: part.subarray(0, read), lease });
  }
  return finish(context, file, progress, lease);
}

interface NextPart {
  readonly progress: CopyProgress;
  readonly bytes: Uint8Array;
  readonly lease: CopyLease;
}

async function putPart(context: CopyContext, file: FileToCopy, next: NextPart): Promise<CopyProgress> {
  const { progress, bytes, lease } = next;
  const upload = { key: file.key, uploadId: progress.uploadId };
  const stored = await context.uploads.putPart(upload, progress.parts + 1, bytes);
  // Another worker completed it, or it was open for more than a day.
  if (stored === 'gone') {
    await forget(context, file, progress, lease);
    throw new CopyFailed('The upload is gone.');
  }
  const after = withPart(progress, bytes.length);
  await lease.save(after);
  return after;
}

async function finish(
  context: CopyContext,
  file: FileToCopy,
  progress: CopyProgress,
  lease: CopyLease,
): Promise<Copied> {
  const { uploadId, parts, totalBytes, digest } = progress;
  try {
    return await completeCopy(context, { key: file.key, uploadId }, { parts, sizeBytes: totalBytes }, digest);
  } catch (error) {
    if (error instanceof CopyFailed) await forget(context, file, progress, lease);
    throw error;
  }
}

/** What was copied is of no use: the next attempt begins at the first byte. */
async function forget(
  { uploads }: CopyContext,
  { key }: FileToCopy,
  { uploadId }: CopyProgress,
  lease: CopyLease,
): Promise<void> {
  await uploads.abort({ key, uploadId });
  await lease.save(null);
}

async function open({ source }: FileToCopy, range: ByteRange): Promise<OpenMedia> {
  try {
    return await source.open(range);
  } catch (error) {
    throw asCopyFailed(error, 'The source cannot be opened.');
  }
}
