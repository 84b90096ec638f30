import { ADTS, CustomSource, FLAC, Input, MATROSKA, MP3, MP4, MPEG_TS, OGG, QTFF, WAVE, WEBM } from 'mediabunny';
import type { RangedFile } from '#shared/foundation/media/ports';
import { withTrueWavSizes } from '#shared/foundation/media/rules/wav-sizes';

/** Every format of the package but playlists, which name further files. */
const FORMATS = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG, ADTS, FLAC, MPEG_TS];

const MIB = 1024 * 1024;
/** Bytes of the file in memory at a time. */
const CACHE_BYTES = 8 * MIB;
/**
 * What the package asks for at once it holds at once: a table of a track, or a tag with a picture. Four hours of sound and
 * of 60 pictures a second have tables of some 20 MB.
 */
export const MOST_AT_ONCE = 32 * MIB;
/** More than twice the file is never read: bytes that lead a reader around in a circle are unsupported. */
const bytesToRead = (sizeBytes: number): number => 2 * sizeBytes + 64 * MIB;

/** The file as the package reads it, the same file for other readers, and the error of a read of either that failed. */
export function mediaInput({ sizeBytes, read }: RangedFile) {
  let failed: { readonly error: unknown } | undefined;
  const watched: RangedFile = {
    sizeBytes,
    async read(firstByte, endByte) {
      try {
        return await read(firstByte, endByte);
      } catch (error) {
        failed = { error };
        throw error;
      }
    },
  };
  let left = bytesToRead(sizeBytes);
  const source = new CustomSource({
    getSize: () => sizeBytes,
    async read(firstByte, endByte) {
      if (endByte - firstByte > MOST_AT_ONCE) throw new Error('The file has a table that is too large.');
      left -= endByte - firstByte;
      if (left < 0) throw new Error('The file leads its reader around in a circle.');
      const bytes = await watched.read(firstByte, endByte);
      return firstByte === 0 ? withTrueWavSizes(bytes, sizeBytes) : bytes;
    },
    maxCacheSize: CACHE_BYTES,
    prefetchProfile: 'network',
    // `outage` has it.
    handleUnhandledError: () => undefined,
  });
  return { input: new Input({ source, formats: FORMATS }), watched, outage: () => failed };
}
