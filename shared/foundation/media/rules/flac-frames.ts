/** RFC 9639, 9.1.2: Hz by index; the first is that of the stream. */
const RATES = [0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000];
/** A header has no more. */
export const MOST_FLAC_HEADER_BYTES = 16;

/** Seconds of all frames whose headers, checked by their sum, are in these bytes (RFC 9639, 9.1). */
export function secondsOfFlac(bytes: Uint8Array, streamRate: number, end = bytes.length): number {
  let seconds = 0;
  for (let at = 0; at < end; at += 1) if (isSync(bytes, at)) seconds += secondsAt(bytes, at, streamRate);
  return seconds;
}

/** Most bytes begin no header: a file may be of nothing else. */
const isSync = (bytes: Uint8Array, at: number): boolean => bytes[at] === 0xff && ((bytes[at + 1] ?? 0) & 0xfe) === 0xf8;

/** 0 where no header is. */
function secondsAt(bytes: Uint8Array, at: number, streamRate: number): number {
  const codes = bytes[at + 2] ?? 0;
  const form = bytes[at + 3] ?? 0;
  const sizeCode = codes >> 4;
  const rateCode = codes & 15;
  if (sizeCode === 0 || rateCode === 15 || form >> 4 > 10 || form & 1) return 0;
  const sizeAt = at + 4 + codedBytes(bytes[at + 4] ?? 0);
  const rateAt = sizeAt + (SIZE_BYTES[sizeCode] ?? 0);
  const sumAt = rateAt + (RATE_BYTES[rateCode] ?? 0);
  if (sumAt >= bytes.length || crc8(bytes, at, sumAt) !== bytes[sumAt]) return 0;
  const samples = rateAt > sizeAt ? numberAt(bytes, sizeAt, rateAt) + 1 : samplesOf(sizeCode);
  const rate = sumAt > rateAt ? numberAt(bytes, rateAt, sumAt) * (UNITS[rateCode] ?? 1) : RATES[rateCode];
  return samples / (rate || streamRate) || Number.POSITIVE_INFINITY;
}

/** Numbers that stand behind the header, by their codes, and what the rate is counted in. */
const SIZE_BYTES: Readonly<Record<number, number>> = { 6: 1, 7: 2 };
const RATE_BYTES: Readonly<Record<number, number>> = { 12: 1, 13: 2, 14: 2 };
const UNITS: Readonly<Record<number, number>> = { 12: 1000, 14: 10 };

/** Of a number that is coded as UTF-8 is: the ones at the beginning of its first byte. */
const codedBytes = (first: number): number => (first < 0x80 ? 1 : Math.max(1, Math.clz32(~(first << 24))));

const samplesOf = (code: number): number =>
  code === 1 ? 192 : code < 6 ? 576 * 2 ** (code - 2) : 256 * 2 ** (code - 8);

const numberAt = (bytes: Uint8Array, from: number, to: number): number =>
  bytes.subarray(from, to).reduce((sum, byte) => sum * 256 + byte, 0);

function crc8(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum = CRC8[sum ^ (bytes[at] ?? 0)] ?? 0;
  return sum;
}

/** Of one byte, with the polynomial x⁸ + x² + x + 1 (RFC 9639, 9.1.8). */
const CRC8 = Uint8Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) ^ (sum & 0x80 ? 0x07 : 0)) & 0xff;
  return sum;
});
