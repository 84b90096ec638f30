const BLOCK = 4_096;
const RATE = 8_000;

/** FLAC (RFC 9639) of silence: one channel of 16 bits at 8 kHz, in frames of 4,096 samples with a constant each. */
export function aFlac(seconds: number): Uint8Array {
  const frames = Math.floor((seconds * RATE) / BLOCK);
  const info = Buffer.alloc(34);
  info.writeUInt16BE(BLOCK, 0);
  info.writeUInt16BE(BLOCK, 2);
  info.writeBigUInt64BE((BigInt(RATE) << 44n) | (15n << 36n) | BigInt(frames * BLOCK), 10);
  const marker = [Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, info.length])];
  return Buffer.concat([...marker, info, ...Array.from({ length: frames }, (_, number) => frameOf(number))]);
}

function frameOf(number: number): Buffer {
  const header = [0xff, 0xf8, 0xc0, 0x08, ...Buffer.from(String.fromCodePoint(number))];
  const frame = [...header, checksum(header, 8, 0x07), 0, 0, 0];
  const sum = checksum(frame, 16, 0x8005);
  return Buffer.from([...frame, sum >> 8, sum & 0xff]);
}

/** CRC of so many bits. */
function checksum(bytes: readonly number[], bits: 8 | 16, polynomial: number): number {
  const [top, mask] = [1 << (bits - 1), 2 ** bits - 1];
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << (bits - 8);
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) ^ (sum & top ? polynomial : 0)) & mask;
  }
  return sum;
}
