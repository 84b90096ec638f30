import type { PacketLength } from '#shared/media/rules/packet-lengths';

const RATE_AT = 12;
const BLOCK_SIZES_AT = 28;
/** Of a mode: whether its block is long, two numbers of 16 bits that are 0, and one of 8 (Vorbis I, 4.2.4). */
const MODE_BITS = 41;
const MOST_MODES = 64;

/** By the identification header and the setup header of the stream; undefined where they are none. */
export function vorbisLength(identification: Uint8Array, setup: Uint8Array): PacketLength | undefined {
  if (identification.length <= BLOCK_SIZES_AT) return undefined;
  const view = new DataView(identification.buffer, identification.byteOffset, identification.byteLength);
  const rate = view.getUint32(RATE_AT, true);
  const sizes = view.getUint8(BLOCK_SIZES_AT);
  const samples = [2 ** (sizes & 15), 2 ** (sizes >> 4)] as const;
  const isLong = modesIn(setup);
  if (!isLong || rate === 0) return undefined;
  const modeMask = 2 ** Math.ceil(Math.log2(isLong.length)) - 1;
  let before: number | undefined;
  return ([first = 0]) => {
    // An odd packet is a header.
    if (first & 1) return 0;
    const block = samples[isLong[(first >> 1) & modeMask] ? 1 : 0];
    const played = before === undefined ? 0 : (before + block) / 4;
    before = block;
    return played / rate;
  };
}

/** Whether the blocks of each mode are long. The modes are the last of the setup, so that they are found from its end. */
function modesIn(setup: Uint8Array): readonly boolean[] | undefined {
  // The lowest bit of a byte is its first.
  const bits = (from: number, count: number): number => {
    let value = 0;
    for (let at = from + count - 1; at >= from; at -= 1) value = value * 2 + (((setup[at >> 3] ?? 0) >> (at & 7)) & 1);
    return value;
  };
  let end = setup.length * 8 - 1;
  while (end > 0 && bits(end, 1) === 0) end -= 1;
  let found: readonly boolean[] | undefined;
  let modes: readonly boolean[] = [];
  for (let at = end - MODE_BITS; at > 6 && modes.length < MOST_MODES; at -= MODE_BITS) {
    if (bits(at + 1, 16) !== 0 || bits(at + 17, 16) !== 0 || bits(at + 33, 8) > 63) break;
    modes = [bits(at, 1) === 1, ...modes];
    if (bits(at - 6, 6) + 1 === modes.length) found = modes;
  }
  return found;
}
