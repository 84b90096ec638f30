const HEADER_BYTES = 44;
const FMT_BYTES = 16;
/** Of `WAVE_FORMAT_EXTENSIBLE` the first two bytes of the sub-format name the format. */
const EXTENSIBLE = 0xfffe;
const SUB_FORMAT_AT = 24;
/** PCM, float, A-law, µ-law: each sample of a channel has bytes of its own. */
const INTERLEAVED = [1, 3, 6, 7];
const MOST_CHANNELS = 8;

interface WavSound {
  readonly format: number;
  readonly channels: number;
  readonly rate: number;
  readonly bytesPerSample: number;
  readonly data: Uint8Array;
}

/**
 * How many channels of a WAV can be taken out of it; none where it has one, more than eight, or is no WAV of samples.
 */
export function channelsOf(wav: Uint8Array): number {
  const sound = soundIn(wav);
  return sound && sound.channels > 1 && sound.channels <= MOST_CHANNELS ? sound.channels : 0;
}

/** One channel of a WAV, as a WAV of its own. Undefined where `channelsOf` counts none with that index. */
export function channelOf(wav: Uint8Array, index: number): Uint8Array<ArrayBuffer> | undefined {
  const sound = soundIn(wav);
  if (!sound || index >= channelsOf(wav)) return undefined;
  const { channels, bytesPerSample, data } = sound;
  const frames = Math.floor(data.length / (channels * bytesPerSample));
  const out = new Uint8Array(HEADER_BYTES + frames * bytesPerSample);
  writeHeader(out, sound, frames * bytesPerSample);
  for (let frame = 0; frame < frames; frame += 1) {
    const from = (frame * channels + index) * bytesPerSample;
    for (let byte = 0; byte < bytesPerSample; byte += 1)
      out[HEADER_BYTES + frame * bytesPerSample + byte] = data[from + byte] ?? 0;
  }
  return out;
}

const textAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

/** Undefined for what is no WAV of interleaved samples. The last chunk may be cut. */
function soundIn(wav: Uint8Array): WavSound | undefined {
  if (textAt(wav, 0) !== 'RIFF' || textAt(wav, 8) !== 'WAVE') return undefined;
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  let found: Omit<WavSound, 'data'> | undefined;
  for (let at = 12; at + 8 <= wav.length; ) {
    const size = view.getUint32(at + 4, true);
    const [from, to] = [at + 8, Math.min(wav.length, at + 8 + size)];
    if (textAt(wav, at) === 'data') return found && { ...found, data: wav.subarray(from, to) };
    if (textAt(wav, at) === 'fmt ' && to - from >= FMT_BYTES) found = formatAt(view, from, to);
    at = from + size + (size % 2);
  }
  return undefined;
}

function formatAt(view: DataView, from: number, to: number): Omit<WavSound, 'data'> | undefined {
  const tag = view.getUint16(from, true);
  const hasSubFormat = tag === EXTENSIBLE && to - from >= SUB_FORMAT_AT + 2;
  const format = hasSubFormat ? view.getUint16(from + SUB_FORMAT_AT, true) : tag;
  const channels = view.getUint16(from + 2, true);
  const bytesPerSample = view.getUint16(from + 12, true) / channels;
  const isKnown = INTERLEAVED.includes(format) && Number.isInteger(bytesPerSample) && bytesPerSample > 0;
  return isKnown ? { format, channels, rate: view.getUint32(from + 4, true), bytesPerSample } : undefined;
}

function writeHeader(out: Uint8Array, { format, rate, bytesPerSample }: WavSound, dataBytes: number): void {
  const view = new DataView(out.buffer);
  const text = (at: number, four: string) => {
    for (const [nth, letter] of [...four].entries()) view.setUint8(at + nth, letter.charCodeAt(0));
  };
  text(0, 'RIFF');
  view.setUint32(4, out.length - 8, true);
  text(8, 'WAVE');
  text(12, 'fmt ');
  view.setUint32(16, FMT_BYTES, true);
  view.setUint16(20, format, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * bytesPerSample, true);
  view.setUint16(32, bytesPerSample, true);
  view.setUint16(34, bytesPerSample * 8, true);
  text(36, 'data');
  view.setUint32(40, dataBytes, true);
}
