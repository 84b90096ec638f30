import { readMedia } from '#shared/foundation/media/read-media';
import { LONGEST_MEDIA_SECONDS } from '#shared/foundation/media/rules/media-facts';
import { cpuMs } from '../stopwatch.ts';

/** A frame of MPEG audio, layer III, of 128 kbit/s: 417 bytes. */
const FRAME = Buffer.alloc(417);
FRAME.set([0xff, 0xfb, 0x90, 0x00]);
const FRAME_SECONDS = 1_152 / 44_100;

const block = Buffer.alloc(FRAME.length * 40_000, FRAME);

/** Reads the longest MP3 that is taken, without a table, so from end to end: the most work that a file makes. */
export async function measureRead() {
  const sizeBytes = FRAME.length * Math.floor(LONGEST_MEDIA_SECONDS / FRAME_SECONDS);
  let reads = 0;
  const file = {
    sizeBytes,
    async read(firstByte: number, endByte: number) {
      reads += 1;
      const piece = Buffer.allocUnsafe(endByte - firstByte);
      for (let at = firstByte; at < endByte; ) {
        const copied = block.copy(piece, at - firstByte, at % block.length);
        at += copied;
      }
      return piece;
    },
  };
  const [startedAt, cpuBefore] = [performance.now(), cpuMs()];
  const facts = await readMedia(file);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuSeconds = (cpuMs() - cpuBefore) / 1000;
  if (typeof facts === 'string' || Math.abs(facts.durationSeconds - LONGEST_MEDIA_SECONDS) > 1)
    throw new Error('The length of the file was read wrongly.');
  return { reads, mb: sizeBytes / 1024 / 1024, seconds, cpuSeconds };
}
