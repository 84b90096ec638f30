import { createHash } from 'node:crypto';
import type { FeedFile, FeedValidators } from '#shared/calendars/feeds/ports';
import type { Clock } from '#shared/foundation/core/clock';
import { type Instant, MINUTE_MS } from '#shared/foundation/core/time';

/** What a download says of its feed; its bytes are missing where there was no room for them. */
export interface DownloadedFile extends Omit<FeedFile, 'bytes'> {
  readonly validators: FeedValidators;
  /** Its digest. */
  readonly version: string;
  readonly bytes: Uint8Array | undefined;
}

interface WholeFile extends DownloadedFile {
  readonly bytes: Uint8Array;
}

/** Of all files together, those that are being downloaded included: three of the largest. */
const MOST_BYTES = 30_000_000;
/** A sync run follows a poll within seconds; a later one downloads the feed anew. */
const KEPT_MS = 5 * MINUTE_MS;

/** Changed files between the poll that found the change and the sync run that reads them. */
export class KeptFiles {
  private readonly clock: Clock;
  private readonly files = new Map<string, { readonly file: WholeFile; readonly at: Instant }>();
  private bytes = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** The digest of a file and, where there was room all along, its bytes. Room is given back unless the file is kept. */
  async read(pieces: AsyncIterable<Uint8Array>): Promise<Pick<DownloadedFile, 'bytes'> & { readonly digest: string }> {
    this.forgetOld();
    const digest = new Digest();
    let parts: Uint8Array[] | undefined = [];
    let held = 0;
    try {
      for await (const piece of pieces) {
        digest.update(piece);
        if (!parts) continue;
        parts.push(piece);
        held += piece.byteLength;
        this.bytes += piece.byteLength;
        if (this.bytes <= MOST_BYTES) continue;
        parts = undefined;
        this.bytes -= held;
        held = 0;
      }
    } finally {
      this.bytes -= held;
    }
    return { digest: digest.end(), bytes: parts && Buffer.concat(parts) };
  }

  keep(url: string, file: DownloadedFile): void {
    const { bytes } = file;
    if (!bytes || this.files.has(url) || this.bytes + bytes.byteLength > MOST_BYTES) return;
    this.bytes += bytes.byteLength;
    this.files.set(url, { file: { ...file, bytes }, at: this.clock.now() });
  }

  find(url: string): WholeFile | undefined {
    this.forgetOld();
    return this.files.get(url)?.file;
  }

  /** Each is read once. */
  take(url: string): WholeFile | undefined {
    const file = this.find(url);
    this.forget(url);
    return file;
  }

  private forgetOld(): void {
    const now = this.clock.now();
    for (const [url, { at }] of this.files) if (now - at > KEPT_MS) this.forget(url);
  }

  private forget(url: string): void {
    const known = this.files.get(url);
    if (!known) return;
    this.bytes -= known.file.bytes.byteLength;
    this.files.delete(url);
  }
}

/** Longer than a line with a DTSTAMP. */
const LONGEST_STAMP = 1_000;

/**
 * Of a file by its pieces. Servers that make the file anew for each request give every event another DTSTAMP: those lines
 * do not count. Of a line that has not ended yet only so much is kept: a hundred polls share the memory of an invocation.
 */
export class Digest {
  private readonly hash = createHash('sha256');
  private rest = '';

  update(bytes: Uint8Array): void {
    const text = this.rest + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const end = text.lastIndexOf('\n') + 1;
    const isLong = text.length - end > LONGEST_STAMP;
    this.hash.update(withoutStamps(isLong ? text : text.slice(0, end)), 'latin1');
    this.rest = isLong ? '' : text.slice(end);
  }

  end(): string {
    return this.hash.update(withoutStamps(this.rest), 'latin1').digest('base64url');
  }
}

const withoutStamps = (lines: string): string => lines.replace(/^DTSTAMP[:;].*$/gim, '');
