const SAMPLES_A_SECOND = 4_000;
const HEADER_BYTES = 44;

/** A second of silence: PCM of 8 bits, one channel. */
export function aShortWav(): Uint8Array {
  const bytes = Buffer.alloc(HEADER_BYTES + SAMPLES_A_SECOND, 0x80);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(SAMPLES_A_SECOND, 24);
  bytes.writeUInt32LE(SAMPLES_A_SECOND, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(SAMPLES_A_SECOND, 40);
  return bytes;
}
