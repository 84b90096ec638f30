/** From here on a size is a mark: recorders that cannot go back to the header write 0x7fffffff or 0xffffffff, less some bytes. */
const SMALLEST_MARK = 0x7fff_0000;
const CHUNK_HEADER_BYTES = 8;
/** `RIFF`, its size, `WAVE`. */
const FIRST_CHUNK = 12;
const LARGEST_SIZE = 0xffff_ffff;

/** The sizes that the header of a WAV announces, in bytes. */
export interface WavSizes {
  readonly riffBytes: number;
  readonly dataBytes: number;
  /** The first byte of the sound. */
  readonly dataStart: number;
}

/** Of a WAV whose sound begins within these first bytes of it (http://soundfile.sapp.org/doc/WaveFormat). */
export function wavSizesIn(start: Uint8Array): WavSizes | undefined {
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  if (start.length < FIRST_CHUNK || nameAt(start, 0) !== 'RIFF' || nameAt(start, 8) !== 'WAVE') return undefined;
  for (let at = FIRST_CHUNK; at + CHUNK_HEADER_BYTES <= start.length; ) {
    const size = view.getUint32(at + 4, true);
    if (nameAt(start, at) === 'data')
      return { riffBytes: view.getUint32(4, true), dataBytes: size, dataStart: at + CHUNK_HEADER_BYTES };
    // Chunks begin at even offsets.
    at += CHUNK_HEADER_BYTES + size + (size % 2);
  }
  return undefined;
}

const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

/**
 * The first bytes of a file, with the sizes of a WAV that are true for it: a recorder that was not finished leaves those of
 * the beginning, zero or a mark. The sound then goes on to the end of the file.
 */
export function withTrueWavSizes(start: Uint8Array, fileBytes: number): Uint8Array {
  const sizes = wavSizesIn(start);
  if (!sizes) return start;
  const { riffBytes, dataBytes, dataStart } = sizes;
  const rest = fileBytes - dataStart;
  const trueBytes = dataBytes === 0 || dataBytes > rest ? rest : dataBytes;
  if (trueBytes === dataBytes && riffBytes + CHUNK_HEADER_BYTES >= dataStart + dataBytes) return start;
  const corrected = Uint8Array.from(start);
  const view = new DataView(corrected.buffer);
  view.setUint32(4, Math.min(fileBytes - CHUNK_HEADER_BYTES, LARGEST_SIZE), true);
  view.setUint32(dataStart - 4, Math.min(trueBytes, LARGEST_SIZE), true);
  return corrected;
}

/** How much of the sound is in the file: below 1 where a header that a recorder finished announces more than there is. */
export function shareOfWav({ riffBytes, dataBytes, dataStart }: WavSizes, fileBytes: number): number {
  const isFinished = dataBytes < SMALLEST_MARK && riffBytes + CHUNK_HEADER_BYTES >= dataStart + dataBytes;
  return isFinished && dataBytes > 0 ? Math.min(1, (fileBytes - dataStart) / dataBytes) : 1;
}
