/** A PCM recording in a RIFF file (http://soundfile.sapp.org/doc/WaveFormat). */
export interface Wav {
  readonly bytesPerSecond: number;
  /** Bytes of one sample of all channels. */
  readonly blockBytes: number;
  readonly data: Uint8Array;
  /** A file of the same format with these samples. */
  withHeader(samples: Uint8Array): Uint8Array<ArrayBuffer>;
}

/** Undefined for a file that is no WAV, or lacks the chunks `fmt ` and `data`. */
export function wavIn(audio: Uint8Array): Wav | undefined {
  const chunks = chunksIn(audio);
  const format = chunks?.get('fmt ');
  const data = chunks?.get('data');
  if (!format || !data || format.byteLength < 16) return undefined;
  const view = viewOf(format);
  const bytesPerSecond = view.getUint32(8, true);
  const blockBytes = view.getUint16(12, true);
  if (bytesPerSecond === 0 || blockBytes === 0) return undefined;
  return { bytesPerSecond, blockBytes, data, withHeader: (samples) => fileOf(format, samples) };
}

function chunksIn(audio: Uint8Array): ReadonlyMap<string, Uint8Array> | undefined {
  if (audio.byteLength < 12 || nameAt(audio, 0) !== 'RIFF' || nameAt(audio, 8) !== 'WAVE') return undefined;
  const view = viewOf(audio);
  const chunks = new Map<string, Uint8Array>();
  // Chunks begin at even offsets. The size of `data` may be wrong in a file that was written as a stream.
  for (let at = 12; at + 8 <= audio.byteLength; ) {
    const size = view.getUint32(at + 4, true);
    chunks.set(nameAt(audio, at), audio.subarray(at + 8, at + 8 + size));
    at += 8 + size + (size % 2);
  }
  return chunks;
}

function fileOf(format: Uint8Array, samples: Uint8Array): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(12 + 8 + format.byteLength + 8 + samples.byteLength);
  const view = viewOf(file);
  const put = (at: number, name: string, size: number) => {
    file.set(Buffer.from(name, 'latin1'), at);
    view.setUint32(at + 4, size, true);
  };
  put(0, 'RIFF', file.byteLength - 8);
  file.set(Buffer.from('WAVE', 'latin1'), 8);
  put(12, 'fmt ', format.byteLength);
  file.set(format, 20);
  put(20 + format.byteLength, 'data', samples.byteLength);
  file.set(samples, 28 + format.byteLength);
  return file;
}

const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
