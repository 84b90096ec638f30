import type { Clock } from '#shared/foundation/core/clock';
import type { FileStorage, MultipartStorage, RemoteFile } from '#shared/foundation/files/ports';
import type { PartSizes } from '#shared/foundation/files/rules/copy-progress';
import type { RangedFile, ReadMedia } from '#shared/foundation/media/ports';
import type { IngestionCursor } from '#shared/texts/ingestions/rules/ingestion';

/** Media files in our own storage, which are never held in memory. An outage throws; every call may be repeated. */
export interface StoredMedia {
  /** Undefined if there is no such file. */
  find(key: string): Promise<{ readonly sizeBytes: number; readonly etag: string } | undefined>;
  /** Copies a file within the storage, if it has this ETag still. */
  copy(file: { readonly from: string; readonly etag: string; readonly to: string }): Promise<'copied' | 'changed'>;
  /** A file to be read by range. */
  open(key: string, sizeBytes: number): RangedFile;
}

/** The source says that the file is gone, or that it needs a login: another attempt would not help. */
export class MediaRefused extends Error {
  override readonly name = 'MediaRefused';
}

/** What an ingestion works with. */
export interface IngestionContext {
  readonly clock: Clock;
  readonly files: Pick<FileStorage, 'put' | 'remove'>;
  readonly uploads: MultipartStorage;
  readonly media: StoredMedia;
  /** A file at a public URL. `open` throws `MediaRefused` where no further attempt would help. */
  readonly fileAt: (url: string) => RemoteFile;
  readonly readMedia: ReadMedia;
  /** Left out: those of every copy. */
  readonly partSizes?: PartSizes;
}

/** The lease under which a file is ingested, with its cursor. */
export interface IngestionLease {
  cursor(): IngestionCursor;
  /** Saves the cursor and extends the lease. Throws where another worker has it. */
  save(cursor: IngestionCursor): Promise<void>;
  /** Milliseconds left in this invocation. */
  timeLeft(): number;
  /** Whether a download that cannot be continued may hold its worker for longer than a turn. */
  mayHoldWorker(): Promise<boolean>;
}
