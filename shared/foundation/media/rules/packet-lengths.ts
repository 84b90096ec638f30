import { bitReader } from '#shared/foundation/media/rules/bit-reader';
import { secondsOfMpegAudio } from '#shared/foundation/media/rules/mpeg-audio-frames';

/** The sound that a decoder makes of a packet, in seconds. It may remember the packets before. */
export type PacketLength = (packet: Uint8Array) => number;

const LONGEST_OPUS_MS = 120;
const SILK_MS = [10, 20, 40, 60];
const HYBRID_MS = [10, 20];
const CELT_MS = [2.5, 5, 10, 20];

/** By the first byte of the packet, and the second where that counts the frames (RFC 6716, 3.1 and 3.2). */
export const opusLength: PacketLength = ([toc, second = 0]) => {
  if (toc === undefined) return 0;
  const code = toc & 3;
  const frames = code === 3 ? second & 0x3f : code === 0 ? 1 : 2;
  return Math.min(LONGEST_OPUS_MS, frames * opusFrameMs(toc >> 3)) / 1000;
};

function opusFrameMs(config: number): number {
  if (config < 12) return SILK_MS[config % 4] ?? 0;
  return (config < 16 ? HYBRID_MS[config % 2] : CELT_MS[config % 4]) ?? 0;
}

/** All frames in the packet, which may have several. */
export const mpegAudioLength: PacketLength = (packet) => secondsOfMpegAudio(packet);

const AAC_RATES = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350];
const EXPLICIT_RATE = 15;
const LOW_DELAY = [23, 39];
const WITH_EXTENSION = [5, 29];
const USAC = 42;
/** Of USAC, which has up to 4096 samples in a frame: by the index that its configuration has. */
const USAC_SAMPLES = [768, 1024, 2048, 2048, 4096];

/**
 * Seconds of a frame of AAC by its `AudioSpecificConfig` (ISO/IEC 14496-3, 1.6.2.1), whatever the container says of it.
 * Infinity where that is none.
 */
export function aacFrameSeconds(config: Uint8Array): number {
  const bits = bitReader(config);
  const type = () => {
    const short = bits(5);
    return short === 31 ? 32 + bits(6) : short;
  };
  const rateOf = (index: number) => (index === EXPLICIT_RATE ? bits(24) : (AAC_RATES[index] ?? 0));
  let objectType = type();
  const rate = rateOf(bits(4));
  bits(4);
  if (WITH_EXTENSION.includes(objectType)) {
    rateOf(bits(4));
    objectType = type();
  }
  const samples = objectType === USAC ? usacSamples(bits) : aacSamples(objectType, bits(1) === 1);
  return rate > 0 && rate <= FASTEST_AAC ? samples / rate : Number.POSITIVE_INFINITY;
}

/** Hertz: the highest rate that AAC has a number for. */
const FASTEST_AAC = 96_000;

const aacSamples = (objectType: number, isShort: boolean): number =>
  (LOW_DELAY.includes(objectType) ? 512 : 1024) * (isShort ? 960 / 1024 : 1);

function usacSamples(bits: (count: number) => number): number {
  if (bits(5) === 31) bits(24);
  return USAC_SAMPLES[bits(3)] ?? 4096;
}

/** The packets have so many bytes a second. */
export const bytesLength =
  (bytesPerSecond: number): PacketLength =>
  ({ length }) =>
    bytesPerSecond > 0 ? length / bytesPerSecond : Number.POSITIVE_INFINITY;
