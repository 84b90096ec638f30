import type { RangedFile } from '#shared/foundation/media/ports';

const FIRST_BYTES = 64 * 1024;
const MOST_BYTES = 4 * 1024 * 1024;
/** Four hours of sound and picture in the smallest packets take a third of it. Files of empty parts take a worker's time. */
const MOST_READS = 10_000_000;

/** A file has more parts than any recording of four hours. */
export class TooManyParts extends Error {
  override readonly name = 'TooManyParts';
}

/** A file that is read from its beginning to its end, each byte once at most. Throws `TooManyParts` beyond a bound. */
export interface LinearReader {
  readonly sizeBytes: number;
  /** So many bytes of the file, or less at its end. They are read again where they are before those of an earlier call. */
  bytes(at: number, count: number): Promise<Buffer>;
  /** Where these bytes are next in the file, from a place on; its size where they are not. */
  find(what: Uint8Array, from: number): Promise<number>;
}

/**
 * Reads ahead by windows that grow from 64 KiB to 4 MiB: few bytes of a file whose table is short, and few requests for one
 * that is read to its end.
 */
export function linearReader(file: RangedFile): LinearReader {
  const { sizeBytes } = file;
  let window = Buffer.alloc(0);
  let start = 0;
  let ahead = FIRST_BYTES;
  const load = async (at: number, count: number) => {
    const end = start + window.length;
    const kept = at >= start && at < end ? window.subarray(at - start) : Buffer.alloc(0);
    const from = at + kept.length;
    const to = Math.min(sizeBytes, Math.max(at + count, from + ahead));
    const more = to > from ? await file.read(from, to) : Buffer.alloc(0);
    window = Buffer.concat([kept, more]);
    start = at;
    ahead = Math.min(MOST_BYTES, 2 * ahead);
  };
  let reads = 0;
  const bytes = async (at: number, count: number): Promise<Buffer> => {
    reads += 1;
    if (reads > MOST_READS) throw new TooManyParts();
    const wanted = Math.max(0, Math.min(count, sizeBytes - at));
    if (wanted === 0) return Buffer.alloc(0);
    if (at < start || at + wanted > start + window.length) await load(at, wanted);
    return window.subarray(at - start, at - start + wanted);
  };
  return {
    sizeBytes,
    bytes,
    async find(what, from) {
      for (let at = from; at + what.length <= sizeBytes; ) {
        await bytes(at, what.length);
        const found = window.indexOf(what, at - start);
        if (found >= 0) return start + found;
        at = start + window.length - what.length + 1;
      }
      return sizeBytes;
    },
  };
}
