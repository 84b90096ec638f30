import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The first seconds of the sound of the shipped meeting: a WAV of 16 kHz and 16 bits. */
export async function firstSeconds(seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const wav = await readFile(join(process.cwd(), 'assets/simulator/beta-launch/audio.wav'));
  return cutWav(new Uint8Array(wav), seconds);
}

/** The first seconds of a WAV of 16 kHz and 16 bits. */
export function cutWav(wav: Uint8Array, seconds: number): Uint8Array<ArrayBuffer> {
  const part = Buffer.from(wav.subarray(0, 44 + Math.round(seconds * 16_000) * 2));
  part.writeUInt32LE(part.length - 8, 4);
  part.writeUInt32LE(part.length - 44, 40);
  return new Uint8Array(part);
}
