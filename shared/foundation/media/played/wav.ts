import type { LinearReader } from '#shared/foundation/media/played/linear-reader';
import type { Tally } from '#shared/foundation/media/played/tally';

const TRACK = 0;
const FIRST_CHUNK = 12;
const HEADER_BYTES = 8;
const FORMAT_BYTES = 26;
const UNKNOWN = 0xffff_ffff;
const EXTENSIBLE = 0xfffe;
/** µ-law and A-law have eight bits, whatever the format says. */
const EIGHT_BITS = [6, 7];

/** Counts the sound of all chunks named `data` of a WAV: players go on at the next. */
export async function countWav(file: LinearReader, tally: Tally): Promise<void> {
  const numbers = numbersOf((await file.bytes(0, 4)).toString('latin1') === 'RIFX');
  let bytesPerSecond = Number.NaN;
  let longSize: number | undefined;
  for (let at = FIRST_CHUNK; at + HEADER_BYTES <= file.sizeBytes && !tally.isOver; ) {
    const header = await file.bytes(at, HEADER_BYTES);
    const name = header.toString('latin1', 0, 4);
    const content = at + HEADER_BYTES;
    let size = numbers.u32(header, 4);
    if (name === 'ds64') longSize = Number((await file.bytes(content, 16)).readBigUInt64LE(8));
    if (name === 'fmt ')
      bytesPerSecond = afterFormat(bytesPerSecond, bytesPerSecondIn(await file.bytes(content, FORMAT_BYTES), numbers));
    if (name === 'data') {
      size = soundBytes(size === UNKNOWN ? (longSize ?? size) : size, file.sizeBytes - content);
      tally.add(TRACK, size / bytesPerSecond || Number.POSITIVE_INFINITY);
    }
    at = content + size + (size % 2);
  }
}

/** Not a number before a format; none where there are two: players differ on which counts. */
const afterFormat = (before: number, found: number): number => (Number.isNaN(before) ? found : 0);

/** To the end of the file where a recorder was not finished. */
const soundBytes = (size: number, rest: number): number => (size === 0 || size > rest ? rest : size);

interface Numbers {
  u16(bytes: Buffer, at: number): number;
  u32(bytes: Buffer, at: number): number;
}

const numbersOf = (isBigEndian: boolean): Numbers => ({
  u16: (bytes, at) => (isBigEndian ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at)),
  u32: (bytes, at) => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)),
});

/** The least that the format can mean: frames as long as it says, or as the samples of its channels are. */
function bytesPerSecondIn(format: Buffer, { u16, u32 }: Numbers): number {
  if (format.length < 16) return 0;
  const tag = u16(format, 0) === EXTENSIBLE && format.length === FORMAT_BYTES ? u16(format, 24) : u16(format, 0);
  const bits = EIGHT_BITS.includes(tag) ? 8 : u16(format, 14);
  return u32(format, 4) * Math.min(u16(format, 12), u16(format, 2) * Math.ceil(bits / 8));
}
