/** The size of a header with the chunks `fmt ` and `data` alone (http://soundfile.sapp.org/doc/WaveFormat). */
export const WAV_HEADER_BYTES = 44;

/** The bytes of one second of a PCM recording with that header. */
export const wavBytesPerSecond = (wav: Uint8Array): number => viewOf(wav).getUint32(28, true);

/**
 * A PCM recording with the chunks `fmt ` and `data` alone, whatever chunks it had. Undefined for a file that is no WAV of
 * PCM, or has no sound.
 */
export function plainWav(file: Uint8Array): Uint8Array | undefined {
  const chunks = chunksIn(file);
  const format = chunks.get('fmt ');
  const data = chunks.get('data');
  if (!format || format.length < 16 || !data || data.length === 0) return undefined;
  // 1 is PCM; 0xfffe has what 1 says in an extension, which ends here.
  const isPcm = [1, 0xfffe].includes(viewOf(format).getUint16(0, true));
  if (!isPcm || viewOf(format).getUint32(8, true) === 0) return undefined;
  const wav = new Uint8Array(WAV_HEADER_BYTES + data.length);
  const view = viewOf(wav);
  const put = (at: number, name: string, size: number) => {
    wav.set(Buffer.from(name, 'latin1'), at);
    view.setUint32(at + 4, size, true);
  };
  put(0, 'RIFF', wav.length - 8);
  put(8, 'WAVE', 0);
  put(12, 'fmt ', 16);
  wav.set(format.subarray(0, 16), 20);
  view.setUint16(20, 1, true);
  put(36, 'data', data.length);
  wav.set(data, WAV_HEADER_BYTES);
  return wav;
}

/** By name. Of a file that breaks off, as much of the last chunk as there is. */
function chunksIn(file: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const chunks = new Map<string, Uint8Array>();
  if (file.length < 12 || nameAt(file, 0) !== 'RIFF' || nameAt(file, 8) !== 'WAVE') return chunks;
  for (let at = 12; at + 8 <= file.length; ) {
    const announced = viewOf(file).getUint32(at + 4, true);
    // A recorder that was not finished has not filled in the size of its sound.
    const size = nameAt(file, at) === 'data' && announced === 0 ? file.length - at - 8 : announced;
    chunks.set(nameAt(file, at), file.subarray(at + 8, at + 8 + size));
    // Chunks begin at even offsets.
    at += 8 + size + (size % 2);
  }
  return chunks;
}

const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
