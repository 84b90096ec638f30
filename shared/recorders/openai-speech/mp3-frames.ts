/**
 * A frame of MPEG audio, layer III. Its sound may begin in the frames before it (bit reservoir), so the first
 * milliseconds of a part may be lost.
 */
export interface Mp3Frame {
  readonly at: number;
  readonly bytes: number;
  /** Where it begins in the recording. */
  readonly startSeconds: number;
}

/** Kilobits a second by the index in the header, for layer III (ISO/IEC 11172-3, 2.4.2.3, and 13818-3). */
const KBPS = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
/** Hertz of MPEG-1; MPEG-2 halves them, MPEG-2.5 quarters them. */
const HERTZ = [44_100, 48_000, 32_000] as const;

/** The frames of an MP3 file. Tags and whatever else is between frames are passed over. */
export function mp3FramesIn(audio: Uint8Array): readonly Mp3Frame[] {
  const frames: Mp3Frame[] = [];
  let startSeconds = 0;
  let expectedAt = -1;
  for (let at = afterId3(audio); at + 4 <= audio.byteLength; ) {
    const header = headerAt(audio, at);
    // A header is believed right behind a frame, and where another header or the end of the file is behind its frame.
    const isFrame = header && (at === expectedAt || isBoundary(audio, at + header.bytes));
    if (!header || !isFrame) {
      at += 1;
      continue;
    }
    frames.push({ at, bytes: Math.min(header.bytes, audio.byteLength - at), startSeconds });
    startSeconds += header.seconds;
    at += header.bytes;
    expectedAt = at;
  }
  return frames;
}

const isBoundary = (audio: Uint8Array, at: number): boolean =>
  at >= audio.byteLength || headerAt(audio, at) !== undefined;

function headerAt(audio: Uint8Array, at: number): { readonly bytes: number; readonly seconds: number } | undefined {
  const [sync = 0, version = 0, rates = 0] = audio.subarray(at, at + 3);
  // Eleven bits of ones, then the version (0: 2.5, 2: 2, 3: 1) and the layer (1: III).
  if (sync !== 0xff || (version & 0xe0) !== 0xe0 || (version & 0x06) !== 0x02) return undefined;
  const versionBits = (version >> 3) & 3;
  const kbps = (versionBits === 3 ? KBPS.mpeg1 : KBPS.mpeg2)[rates >> 4];
  const base = HERTZ[(rates >> 2) & 3];
  if (versionBits === 1 || !kbps || !base) return undefined;
  const hertz = base / (versionBits === 3 ? 1 : versionBits === 2 ? 2 : 4);
  const samples = versionBits === 3 ? 1_152 : 576;
  const padding = (rates >> 1) & 1;
  return { bytes: Math.floor(((samples / 8) * kbps * 1000) / hertz) + padding, seconds: samples / hertz };
}

/** An ID3v2 tag at the beginning has its length in four bytes of seven bits. */
function afterId3(audio: Uint8Array): number {
  if (String.fromCharCode(...audio.subarray(0, 3)) !== 'ID3') return 0;
  const [a = 0, b = 0, c = 0, d = 0] = audio.subarray(6, 10);
  return 10 + ((a << 21) | (b << 14) | (c << 7) | d);
}
