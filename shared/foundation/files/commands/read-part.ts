import type { Clock } from '#shared/foundation/core/clock';
import { later, SECOND_MS } from '#shared/foundation/core/time';
import type { ByteReader } from '#shared/foundation/files/commands/byte-reader';
import type { PartSizes } from '#shared/foundation/files/rules/copy-progress';

/** The copy of a file failed for now: it is continued later, from the last part that was stored. */
export class CopyFailed extends Error {
  override readonly name = 'CopyFailed';
}

/** A part that comes slowly is cut short after a minute, and given up after another 40 s: below 0.4 Mbit/s. */
const CUT_AFTER_MS = 60 * SECOND_MS;
const GIVE_UP_AFTER_MS = 100 * SECOND_MS;

/**
 * Reads the next part into memory and returns how much came. Where the stream is slow or breaks, a part may be shorter than
 * the buffer, if S3 takes it. Throws `CopyFailed` otherwise.
 */
export async function readPart(
  reader: ByteReader,
  into: Uint8Array,
  { clock, sizes }: { readonly clock: Clock; readonly sizes: PartSizes },
): Promise<number> {
  const begun = clock.now();
  let read = 0;
  const afterPiece = async (count: number) => {
    read = count;
    if (clock.now() >= later(begun, CUT_AFTER_MS) && read >= sizes.least) return 'stop';
    if (clock.now() >= later(begun, GIVE_UP_AFTER_MS)) throw new CopyFailed('The source is too slow.');
    return 'continue';
  };
  try {
    await reader.fill(into, afterPiece);
  } catch (error) {
    if (read < sizes.least) throw asCopyFailed(error, 'The source broke off.');
  }
  if (read < into.length && read < sizes.least) throw new CopyFailed('The source ended early.');
  return read;
}

/** What a source throws is a failure of the copy, whatever it is. */
export const asCopyFailed = (cause: unknown, message: string): Error =>
  cause instanceof CopyFailed ? cause : new CopyFailed(message, { cause });
