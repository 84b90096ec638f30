import type { PacketLength } from '#shared/foundation/media/rules/packet-lengths';
import { vorbisModes } from '#shared/foundation/media/rules/vorbis-setup';

const CHANNELS_AT = 11;
const RATE_AT = 12;
const BLOCK_SIZES_AT = 28;

/** By the identification header and the setup header of the stream; undefined where they are none. */
export function vorbisLength(identification: Uint8Array, setup: Uint8Array): PacketLength | undefined {
  if (identification.length <= BLOCK_SIZES_AT) return undefined;
  const view = new DataView(identification.buffer, identification.byteOffset, identification.byteLength);
  const rate = view.getUint32(RATE_AT, true);
  const sizes = view.getUint8(BLOCK_SIZES_AT);
  const samples = [2 ** (sizes & 15), 2 ** (sizes >> 4)] as const;
  const isLong = vorbisModes(setup, view.getUint8(CHANNELS_AT));
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
