import fc from 'fast-check';
import { readMedia } from '#shared/media/read-media';
import { describe, expect, it } from '#test/support/jest';
import { aVideo, aWav, mediaOf } from './media-files.ts';

/** A file in memory, with zeros up to its size; counts what is read of it. */
function inMemory(bytes: Uint8Array, sizeBytes = bytes.length) {
  const file = {
    sizeBytes,
    bytesRead: 0,
    async read(firstByte: number, endByte: number) {
      file.bytesRead += endByte - firstByte;
      const piece = new Uint8Array(endByte - firstByte);
      piece.set(bytes.subarray(firstByte, endByte));
      return piece;
    },
  };
  return file;
}

const FOUR_HOURS = 4 * 3600;

describe('a media file', () => {
  it.each([
    ['a video', async () => aVideo(), { contentType: 'video/mp4', hasVideo: true, channels: 1, seconds: 52.9 }],
    ['WAV', async () => aWav(), { contentType: 'audio/wav', hasVideo: false, channels: 1, seconds: 52.8 }],
    ['M4A', () => mediaOf.m4a(90), { contentType: 'audio/mp4', hasVideo: false, channels: 2, seconds: 90 }],
    ['MOV', () => mediaOf.mov(90), { contentType: 'audio/quicktime', hasVideo: false, channels: 2, seconds: 90 }],
    ['MP3', () => mediaOf.mp3(90), { contentType: 'audio/mpeg', hasVideo: false, channels: 2, seconds: 90 }],
    ['OGG', () => mediaOf.ogg(90), { contentType: 'audio/ogg', hasVideo: false, channels: 2, seconds: 90 }],
    ['FLAC', () => mediaOf.flac(90), { contentType: 'audio/flac', hasVideo: false, channels: 1, seconds: 89.1 }],
    ['AAC', () => mediaOf.aac(90), { contentType: 'audio/aac', hasVideo: false, channels: 2, seconds: 90 }],
    ['MPEG-TS', () => mediaOf.mpegTs(90), { contentType: 'video/MP2T', hasVideo: false, channels: 2, seconds: 90 }],
    ['Matroska', () => mediaOf.mkv(90), { contentType: 'video/x-matroska', hasVideo: true, channels: 2, seconds: 81 }],
    ['WebM', () => mediaOf.webm(90), { contentType: 'video/webm', hasVideo: true, channels: 2, seconds: 81 }],
  ])('says its length, tracks and type: %s', async (_kind, make, { seconds, ...expected }) => {
    const facts = await readMedia(inMemory(await make()));

    expect(facts).toEqual({ ...expected, audioTracks: 1, durationSeconds: expect.closeTo(seconds, 0) });
  });

  it('is read by its table where it has one, however large it is', async () => {
    const file = inMemory(await mediaOf.m4a(FOUR_HOURS), 2 ** 31);

    expect(await readMedia(file)).toMatchObject({ durationSeconds: FOUR_HOURS });
    expect(file.bytesRead).toBeLessThan(1024 * 1024);
  });

  it('of four hours is taken, and of a second more is media_too_long', async () => {
    expect(await readMedia(inMemory(await mediaOf.m4a(FOUR_HOURS)))).toMatchObject({ durationSeconds: FOUR_HOURS });
    expect(await readMedia(inMemory(await mediaOf.m4a(FOUR_HOURS + 1)))).toBe('media_too_long');
  });

  it('over 2 GB is media_too_large, and nothing of it is read', async () => {
    const file = inMemory(new Uint8Array(), 2 ** 31 + 1);

    expect([await readMedia(file), file.bytesRead]).toEqual(['media_too_large', 0]);
  });

  it('without sound is no_audio', async () => {
    expect(await readMedia(inMemory(await mediaOf.silent(10)))).toBe('no_audio');
  });

  it.each([
    ['an empty file', async () => new Uint8Array()],
    ['text that is called .mp3', async () => Buffer.from('Dear Ada,\nhere are the minutes.\n'.repeat(1000))],
    ['a page', async () => Buffer.from('<!doctype html><html><body>Not found</body></html>')],
    ['a video that breaks off', async () => aVideo().slice(0, 200_000)],
    ['a video that breaks off in its table', async () => aVideo().slice(0, 1_000)],
    ['a FLAC without a frame', async () => (await mediaOf.flac(90)).slice(0, 42)],
    ['an MP3 without a frame', async () => Buffer.from('ID3\u0003\0\0\0\0\0\0')],
    ['audio that breaks off', async () => (await mediaOf.m4a(90)).slice(0, -500)],
    ['a file that breaks off before its table', async () => (await mediaOf.mov(90)).slice(0, -500)],
    ['a playlist', async () => Buffer.from('#EXTM3U\n#EXTINF:10,\nhttp://169.254.169.254/latest\n#EXT-X-ENDLIST\n')],
  ])('that cannot be read is unsupported_media: %s', async (_kind, make) => {
    expect(await readMedia(inMemory(await make()))).toBe('unsupported_media');
  });

  it('throws an outage of the storage instead of blaming the file', async () => {
    const down = { sizeBytes: 1000, read: () => Promise.reject(new Error('S3 is down.')) };

    await expect(readMedia(down)).rejects.toThrow('S3 is down.');
  });

  it('never throws for changed bytes, and reads no more than twice the file and 64 MiB', async () => {
    const originals = [
      aVideo().slice(0, 60_000),
      await mediaOf.m4a(90),
      await mediaOf.mkv(90),
      await mediaOf.mp3(1),
    ].concat(await Promise.all([mediaOf.ogg(1), mediaOf.flac(10), mediaOf.aac(1), mediaOf.mpegTs(1)]));
    const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.nat(255) });
    const changes = fc.array(change, { minLength: 1, maxLength: 20 });

    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...originals), changes, async (original, changed) => {
        const bytes = Uint8Array.from(original);
        for (const { at, byte } of changed) bytes[Math.floor(at * Math.min(2_000, bytes.length - 1))] = byte;
        const file = inMemory(bytes);

        await readMedia(file);

        expect(file.bytesRead).toBeLessThanOrEqual(2 * bytes.length + 64 * 2 ** 20);
      }),
      { numRuns: 100 },
    );
  });
});
