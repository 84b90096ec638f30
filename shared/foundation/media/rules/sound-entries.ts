import { aacFrameSeconds } from '#shared/foundation/media/rules/packet-lengths';

const BOX_HEADER_BYTES = 8;
/** Their packets say how long they are, or their bytes do. */
const SAYS_ITSELF = [
  ...['Opus', 'fLaC', '.mp3', 'mp3 ', 'ms\0U'],
  ...['twos', 'sowt', 'raw ', 'in24', 'in32', 'fl32', 'fl64', 'ipcm', 'fpcm', 'lpcm', 'ulaw', 'alaw', 'NONE'],
];
/** ISO/IEC 14496-1, 7.2.6.6: AAC of MPEG-4 and MPEG-2, and MPEG audio. */
const AAC = [0x40, 0x66, 0x67, 0x68];
const MPEG_AUDIO = [0x69, 0x6b];
const AC3_SAMPLES = 1536;
const AC3_RATES = [48_000, 44_100, 32_000];
const ENDLESS = Number.POSITIVE_INFINITY;

/**
 * Seconds of each sample of an MP4 by the entry of its codec, with its size and name; undefined where the packets have to be
 * looked into. Infinity for a codec that is not known: nothing bounds what a decoder makes of its samples.
 */
export function frameSecondsIn(entry: Buffer): number | undefined {
  const name = entry.toString('latin1', 4, 8);
  if (SAYS_ITSELF.includes(name)) return undefined;
  if (name === 'mp4a') return mp4aSeconds(entry);
  if (name === 'alac') return alacSeconds(boxIn(entry, 'alac'));
  if (name === 'ac-3') return ac3Seconds((boxIn(entry, 'dac3')[0] ?? 0) >> 6);
  if (name === 'ec-3') return ac3Seconds((boxIn(entry, 'dec3')[2] ?? 0) >> 6);
  return ENDLESS;
}

/** Where the version of an entry stands, and where its boxes may begin, by version: ISO 14496-12, 12.2.3, and QuickTime. */
const VERSION_AT = 16;
const BOXES_AT: Readonly<Record<number, readonly number[]>> = { 0: [36], 1: [36, 52], 2: [72] };
/** A box of QuickTime that holds the boxes of the codec. */
const WRAPPER = 'wave';

/** The content of the one box of a name within an entry; nothing where there is none, or several: players differ on those. */
function boxIn(entry: Buffer, name: string): Buffer {
  const starts = BOXES_AT[entry.length < VERSION_AT + 2 ? 0 : entry.readUInt16BE(VERSION_AT)] ?? [];
  const found = new Map(starts.flatMap((from) => boxesIn(entry, name, from, entry.length)));
  const [only] = found.values();
  return found.size === 1 && only ? only : Buffer.alloc(0);
}

/** By where each begins. */
function boxesIn(entry: Buffer, name: string, from: number, to: number): (readonly [at: number, content: Buffer])[] {
  const found: (readonly [number, Buffer])[] = [];
  for (let at = from; at + BOX_HEADER_BYTES <= to; ) {
    const end = at + entry.readUInt32BE(at);
    if (end < at + BOX_HEADER_BYTES || end > to) break;
    const content = at + BOX_HEADER_BYTES;
    const named = entry.toString('latin1', at + 4, content);
    if (named === name) found.push([at, entry.subarray(content, end)]);
    if (named === WRAPPER) found.push(...boxesIn(entry, name, content, end));
    at = end;
  }
  return found;
}

const ac3Seconds = (code: number): number => AC3_SAMPLES / (AC3_RATES[code] ?? 0) || ENDLESS;

/** The configuration of ALAC: samples of a frame at first, the rate at last. */
const alacSeconds = (box: Buffer): number =>
  box.length < 28 ? ENDLESS : box.readUInt32BE(4) / box.readUInt32BE(24) || ENDLESS;

const STREAM = 3;
const DECODER = 4;
const CONFIGURATION = 5;
/** What stands in a descriptor before those that are in it. */
const BEFORE: Readonly<Record<number, number>> = { [STREAM]: 3, [DECODER]: 13 };

/** By its descriptors: of the stream, in it of the decoder, with its type, and in it of the configuration. */
function mp4aSeconds(entry: Buffer): number | undefined {
  const esds = boxIn(entry, 'esds');
  let type = 0;
  for (let at = VERSION_BYTES; at < esds.length; ) {
    const tag = esds[at] ?? 0;
    const { size, content } = sizeIn(esds, at + 1);
    if (tag === DECODER) type = esds[content] ?? 0;
    if (MPEG_AUDIO.includes(type)) return undefined;
    if (tag === CONFIGURATION)
      return AAC.includes(type) ? aacFrameSeconds(esds.subarray(content, content + size)) : ENDLESS;
    at = content + (BEFORE[tag] ?? size);
  }
  return ENDLESS;
}

const VERSION_BYTES = 4;

/** Seven bits of each byte, the highest of which says that another follows. */
function sizeIn(bytes: Buffer, from: number): { readonly size: number; readonly content: number } {
  let size = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    size = size * 128 + (byte & 0x7f);
    if (byte < 0x80) return { size, content: at + 1 };
  }
  return { size: 0, content: bytes.length };
}
