import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { copyFile } from '#shared/foundation/files/commands/copy-file';
import { CopyTooSlow } from '#shared/foundation/files/commands/copy-whole-file';
import { CopyFailed } from '#shared/foundation/files/commands/read-part';
import { LARGEST_MEDIA_BYTES } from '#shared/foundation/media/rules/media-facts';
import { leastRate, SourceTooSlow } from '#shared/texts/ingestions/commands/least-rate';
import { limitSize, SourceTooLarge } from '#shared/texts/ingestions/commands/limit-size';
import { type IngestionContext, type IngestionLease, MediaRefused } from '#shared/texts/ingestions/ports';
import {
  afterFailedAttempt,
  afterSlowAttempt,
  type Ingested,
  type IngestionCursor,
  type IngestionFault,
  type MediaSource,
  NEW_INGESTION,
  withCopy,
} from '#shared/texts/ingestions/rules/ingestion';

/** Where a file is stored. Its source is changed by others; this copy is not. */
export interface MediaToIngest {
  readonly source: MediaSource;
  readonly key: string;
}

/** A file is read within so long or has a place for long ingestions: a short file may take as long as a worker lets it. */
const READING_MS = 20 * SECOND_MS;

type Fetched = { readonly sizeBytes: number } | Exclude<Ingested, { readonly outcome: 'stored' }>;

/**
 * Copies a media file to its key, part by part under the lease, and reads what it is. The copy of a file that is not
 * taken is deleted. May be repeated after a crash anywhere.
 */
export async function ingestMedia(
  context: IngestionContext,
  file: MediaToIngest,
  lease: IngestionLease,
): Promise<Ingested> {
  const { copy } = lease.cursor();
  const isCopied = copy !== null && 'sizeBytes' in copy;
  const fetched = isCopied ? copy : await fetchMedia(context, file, lease);
  if ('outcome' in fetched) return fetched;
  const facts = await readCopy(context, { key: file.key, ...fetched }, lease);
  if (facts === 'out_of_time' || facts === 'gone') {
    await lease.save(facts === 'gone' ? withCopy(lease.cursor(), null) : { ...lease.cursor(), isLong: true });
    return { outcome: 'later', at: context.clock.now() };
  }
  if (typeof facts === 'string') return refuse(context, file, facts, lease);
  return { outcome: 'stored', sizeBytes: fetched.sizeBytes, facts };
}

/** What the copy is. `gone`: another worker has deleted it while it was read, since what it was for has ended. */
async function readCopy(
  { media, readMedia }: IngestionContext,
  { key, sizeBytes }: { readonly key: string; readonly sizeBytes: number },
  lease: IngestionLease,
) {
  try {
    return await readMedia(media.open(key, sizeBytes), lease.cursor().isLong ? undefined : READING_MS);
  } catch (error) {
    if (await media.find(key)) throw error;
    return 'gone';
  }
}

const fetchMedia = (context: IngestionContext, file: MediaToIngest, lease: IngestionLease): Promise<Fetched> =>
  file.source.kind === 'upload'
    ? copyUpload(context, file, file.source.key, lease)
    : download(context, file, file.source.url, lease);

/** By the ETag of the object, so that a `PUT` meanwhile makes no mixture of two files. */
async function copyUpload(
  context: IngestionContext,
  file: MediaToIngest,
  from: string,
  lease: IngestionLease,
): Promise<Fetched> {
  const { media, clock } = context;
  const found = await media.find(from);
  if (!found) return refuse(context, file, 'media_unreachable', lease);
  const { sizeBytes, etag } = found;
  if (sizeBytes === 0) return refuse(context, file, 'media_unreachable', lease);
  if (sizeBytes > LARGEST_MEDIA_BYTES) return refuse(context, file, 'media_too_large', lease);
  if ((await media.copy({ from, etag, to: file.key })) === 'changed') return { outcome: 'later', at: clock.now() };
  await lease.save(withCopy(lease.cursor(), { sizeBytes }));
  return { sizeBytes };
}

async function download(
  context: IngestionContext,
  file: MediaToIngest,
  url: string,
  lease: IngestionLease,
): Promise<Fetched> {
  const { copy: before } = lease.cursor();
  const progress = before && 'uploadId' in before ? before : null;
  const source = limitSize(leastRate(context.fileAt(url), context.clock));
  const turnEndsAt = later(context.clock.now(), TURN_MS);
  let isPutOff = false;
  try {
    const copied = await copyFile(context, { source, key: file.key, contentType: STORED_AS }, progress, {
      timeLeft: () => lease.timeLeft(),
      isTurnOver: () => context.clock.now() >= turnEndsAt,
      save: (after) => lease.save(withCopy(lease.cursor(), after)),
      async mayGoOn() {
        isPutOff = !(await lease.mayHoldWorker());
        return !isPutOff;
      },
    });
    if (isPutOff) {
      await lease.save({ ...lease.cursor(), isLong: true });
      return { outcome: 'later', at: context.clock.now() };
    }
    // A source without ranges that is slow from its first bytes on would leave too little time in every invocation.
    if (copied === 'later' && lease.cursor().copy === null) throw new CopyFailed('The source is too slow.');
    if (copied === 'later') return { outcome: 'later', at: context.clock.now() };
    await lease.save(withCopy(lease.cursor(), copied));
    return copied;
  } catch (error) {
    return afterFailure(context, file, error, lease);
  }
}

/** A copy that can be continued lets other work go first after so long. */
const TURN_MS = MINUTE_MS;

/** The type is read from the bytes later: until then nothing is known of them. */
const STORED_AS = 'application/octet-stream';

/** Throws what is no failure of the source. */
async function afterFailure(
  context: IngestionContext,
  file: MediaToIngest,
  error: unknown,
  lease: IngestionLease,
): Promise<Fetched> {
  if (error instanceof CopyTooSlow) return refuse(context, file, 'media_unreachable', lease);
  if (!(error instanceof CopyFailed)) throw error;
  if (error.cause instanceof SourceTooLarge) return refuse(context, file, 'media_too_large', lease);
  const next = afterAttempt(lease.cursor(), error.cause, context.clock.now());
  if (!next) return refuse(context, file, 'media_unreachable', lease);
  await lease.save(next.cursor);
  return { outcome: 'later', at: next.nextAt };
}

/** Undefined where no further attempt is made. */
function afterAttempt(cursor: IngestionCursor, cause: unknown, now: Instant) {
  if (cause instanceof MediaRefused) return undefined;
  return cause instanceof SourceTooSlow ? afterSlowAttempt(cursor, now) : afterFailedAttempt(cursor, now);
}

/** Deletes what was stored. The cursor goes back first: a crash in between begins anew and fails alike. */
async function refuse(
  { uploads, files }: IngestionContext,
  { key }: MediaToIngest,
  reason: IngestionFault,
  lease: IngestionLease,
): Promise<Extract<Ingested, { readonly outcome: 'failed' }>> {
  const { copy } = lease.cursor();
  await lease.save(NEW_INGESTION);
  if (copy && 'uploadId' in copy) await uploads.abort({ key, uploadId: copy.uploadId });
  await files.remove(key);
  return { outcome: 'failed', reason };
}
