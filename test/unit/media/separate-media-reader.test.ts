import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { BUNDLING } from '#bin/cdk/build-functions';
import { PROJECT_DIR } from '#bin/paths';
import { MOST_AT_ONCE } from '#shared/foundation/media/media-source';
import type { RangedFile } from '#shared/foundation/media/ports';
import { separateMediaReader } from '#shared/foundation/media/reader/separate-media-reader';
import { hostileMedia, withZeros } from '#test/support/hostile-media';
import { describe, expect, it } from '#test/support/jest';
import { mediaOf } from './media-files.ts';

const PROGRAM = new URL(import.meta.resolve('#shared/foundation/media/reader/media-process'));
const BOUNDS = { ms: 60_000, memoryMb: 64 };
const read = separateMediaReader(PROGRAM, BOUNDS);

const hostile = (named: string): RangedFile => {
  const found = hostileMedia().find((one) => one.named === named);
  if (!found) throw new Error(`There is no ${named}.`);
  return found.file;
};

/** A file, and the largest range that was read of it. */
function watched({ sizeBytes, read }: RangedFile) {
  const file = {
    sizeBytes,
    reads: 0,
    largest: 0,
    read(firstByte: number, endByte: number) {
      file.reads += 1;
      file.largest = Math.max(file.largest, endByte - firstByte);
      return read(firstByte, endByte);
    },
  };
  return file;
}

describe('the process that reads media', () => {
  it('says what a file is, or why it is not taken', async () => {
    const files = [
      withZeros(await mediaOf.m4a(90)),
      withZeros(Buffer.from('Dear Ada')),
      withZeros(Buffer.of(), 2 ** 32),
    ];

    expect(await Promise.all(files.map((file) => read(file)))).toEqual([
      {
        contentType: 'audio/mp4',
        hasVideo: false,
        channels: 2,
        audioTracks: 1,
        durationSeconds: expect.closeTo(90, 0),
      },
      'unsupported_media',
      'media_too_large',
    ]);
  });

  it.each([
    'stts and ctts that count 4 billion samples',
    'stsc that counts 4 billion chunks of PCM',
    'trun that counts 4 billion samples',
  ])('is ended by a file of a kilobyte that takes its memory, which is unsupported_media: %s', async (named) => {
    const file = hostile(named);

    expect([await read(file), file.sizeBytes < 8192]).toEqual(['unsupported_media', true]);
  });

  it('reads no table of more than 32 MiB, such as 45 million sizes of samples', async () => {
    const file = watched(hostile('stsz of 45 million entries'));

    expect(await read(file)).toBe('unsupported_media');
    expect(file.largest).toBeLessThanOrEqual(MOST_AT_ONCE);
  });

  it('is ended where it was given less time than a file may take, and says so', async () => {
    const file = hostile('boxes of no byte');

    expect(await read(file, 1_500)).toBe('out_of_time');
  });

  it('is ended by a file that takes its time, which is unsupported_media', async () => {
    const file = watched(hostile('boxes of no byte'));

    expect(await separateMediaReader(PROGRAM, { ...BOUNDS, ms: 3_000 })(file)).toBe('unsupported_media');
    expect(file.reads).toBeLessThan(file.sizeBytes / 8);
  });

  it('throws an outage of the storage instead of blaming the file', async () => {
    const down = { sizeBytes: 1000, read: () => Promise.reject(new Error('S3 is down.')) };

    await expect(read(down)).rejects.toThrow('S3 is down.');
  });

  it('works as the build bundles it, in one file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'media-process-'));
    const outfile = join(folder, 'media-process.js');
    const entry = join(PROJECT_DIR, 'shared/foundation/media/reader/media-process.ts');
    await build({ ...BUNDLING, entryPoints: [entry], outfile, absWorkingDir: PROJECT_DIR });

    const facts = await separateMediaReader(outfile)(withZeros(await mediaOf.mp3(9))).finally(() =>
      rm(folder, { recursive: true }),
    );

    expect(facts).toMatchObject({ contentType: 'audio/mpeg' });
  });
});
