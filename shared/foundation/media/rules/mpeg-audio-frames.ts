/** A frame of MPEG audio, of layer I, II or III. */
export interface MpegAudioFrame {
  readonly bytes: number;
  readonly seconds: number;
}

/** http://www.mp3-tech.org/programmer/frame_header.html: kbit/s by index, for MPEG-1 and for MPEG-2 and 2.5, by layer. */
const V1 = [
  [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
];
const V2_LAYER_1 = [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256];
const V2_OTHERS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const V2 = [V2_LAYER_1, V2_OTHERS, V2_OTHERS];
/** Of MPEG-1; half of it in MPEG-2, a quarter in MPEG-2.5. */
const RATES = [44_100, 48_000, 32_000];

/** The frame whose four bytes of header begin here; undefined where none begins, or one whose size they do not say. */
export function mpegAudioFrame(bytes: Uint8Array, at = 0): MpegAudioFrame | undefined {
  // Most bytes begin none: a file may be of nothing else.
  if (bytes[at] !== 0xff) return undefined;
  const second = bytes[at + 1] ?? 0;
  if ((second & 0xe0) !== 0xe0) return undefined;
  const third = bytes[at + 2] ?? 0;
  const version = (second >> 3) & 3;
  const layer = 4 - ((second >> 1) & 3);
  const rate = RATES[(third >> 2) & 3];
  const kbits = (version === 3 ? V1 : V2)[layer - 1]?.[third >> 4];
  if (version === 1 || !rate || !kbits) return undefined;
  const trueRate = rate / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const samples = layer === 1 ? 384 : layer === 3 && version !== 3 ? 576 : 1152;
  const padding = (third >> 1) & 1;
  const slot = layer === 1 ? 4 : 1;
  const length = (Math.floor(((samples / 8) * kbits * 1000) / trueRate / slot) + padding) * slot;
  return { bytes: length, seconds: samples / trueRate };
}

/** Of the frames that follow each other from the beginning of these bytes. */
export function secondsOfMpegAudio(bytes: Uint8Array): number {
  let seconds = 0;
  for (let at = 0; at + 4 <= bytes.length; ) {
    const frame = mpegAudioFrame(bytes, at);
    seconds += frame?.seconds ?? 0;
    at += frame?.bytes ?? 1;
  }
  return seconds;
}
