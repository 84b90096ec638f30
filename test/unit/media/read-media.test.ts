import fc from 'fast-check';
import { readMedia } from '#shared/foundation/media/read-media';
import { describe, expect, it } from '#test/support/jest';
import { aVideo, aWav, mediaOf, ofTwoSounds } from './media-files.ts';
import { anMp3, FRAME, remuxed } from './some-audio.ts';

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

/** Frames of twice the bit rate of those of `anMp3`, and of their length in time. */
function someOf128Kbits(frames: number): Uint8Array {
  const frame = Buffer.alloc(2 * FRAME.bytes);
  frame.set([0xff, 0xfb, 0x98, 0xc4]);
  return Buffer.alloc(frame.length * frames, frame);
}

async function cutTo(file: Uint8Array | Promise<Uint8Array>, share: number): Promise<Uint8Array> {
  const whole = await file;
  return whole.slice(0, Math.floor(whole.length * share));
}

/** An MP3 whose first frame announces so many, of which a share is there; behind a tag with a picture. */
function aCountedMp3(frames: number, share: number, pictureBytes = 0): Uint8Array {
  const table = Buffer.alloc(FRAME.bytes);
  table.set([0xff, 0xfb, 0x58, 0xc4]);
  table.write('Xing', 21, 'latin1');
  table.writeUInt32BE(1, 25);
  table.writeUInt32BE(frames, 29);
  const size = [21, 14, 7, 0].map((bits) => (pictureBytes >> bits) & 0x7f);
  const tag = Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, ...size]), Buffer.alloc(pictureBytes)]);
  return Buffer.concat([...(pictureBytes > 0 ? [tag] : []), table, anMp3(Math.floor(frames * share))]);
}

/** As `MediaRecorder` writes it: the element `Duration` (0x4489, eight bytes) is a void one of the same size. */
function withoutLength(webm: Uint8Array): Uint8Array {
  const at = Buffer.from(webm).indexOf(Buffer.from([0x44, 0x89, 0x88]));
  const changed = Uint8Array.from(webm);
  changed.set([0xec, 0x89, 0], at);
  return changed;
}

/** With zero as the number of samples: the encoder did not know it. */
function withoutSamples(flac: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(flac);
  const NUMBER = 8 + 14;
  changed.fill(0, NUMBER, NUMBER + 4);
  return changed;
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
    ['Matroska', () => mediaOf.mkv(90), { contentType: 'video/x-matroska', hasVideo: true, channels: 2, seconds: 90 }],
    ['WebM', () => mediaOf.webm(90), { contentType: 'video/webm', hasVideo: true, channels: 2, seconds: 90 }],
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

  it.each([
    ...(['flac', 'mkv', 'webm'] as const).flatMap((kind) =>
      [0.2, 0.5, 0.9].map((share) => [`${kind}, ${share} of it`, () => cutTo(mediaOf[kind](90), share)] as const),
    ),
    ...[0.2, 0.5, 0.9].map(
      (share) => [`MP3 with a count of frames, ${share} of it`, async () => aCountedMp3(1_000, share)] as const,
    ),
    ['MP3 with a count of frames behind a picture', async () => aCountedMp3(1_000, 0.5, 70_000)],
    ...[0.2, 0.5, 0.9].map((share) => [`WAV, ${share} of it`, async () => cutTo(aWav(), share)] as const),
    ['the first fragments of an MP4 that ends in one', () => cutTo(remuxed('fragmented MP4', 'aac', 60), 0.5)],
  ])('that has less sound than it announces is unsupported_media: %s', async (_kind, make) => {
    expect(await readMedia(inMemory(await make()))).toBe('unsupported_media');
  });

  it.each([
    ['a live WebM without a length', async () => withoutLength(await mediaOf.webm(90)), 90],
    ['FLAC of an encoder that could not go back', async () => withoutSamples(await mediaOf.flac(90)), 89.1],
    ['MP3 with a count of its frames', async () => aCountedMp3(1_000, 1), 36],
    ['MP3 with a count of its frames behind a picture', async () => aCountedMp3(1_000, 1, 150_000), 36],
    ['MP3 with a count that is ten frames too much', async () => aCountedMp3(1_010, 1_000 / 1_010), 36],
    ['MP3 of several bit rates without a count', async () => Buffer.concat([anMp3(500), someOf128Kbits(500)]), 36],
  ])('that announces no more than it has is read to its end: %s', async (_kind, make, seconds) => {
    expect(await readMedia(inMemory(await make()))).toMatchObject({ durationSeconds: expect.closeTo(seconds, 0) });
  });

  it.each([
    ['zero', 0, 0],
    ['zero for the sound alone', null, 0],
    ['the size of the header for the file', 36, 0],
    ['0xffffffff', 0xffffffff, 0xffffffff],
    ['0xffffffff for the sound alone', null, 0xffffffff],
    ['0xffffffff for the file, zero for the sound', 0xffffffff, 0],
    ['0x7fffffff', 0x7fffffff, 0x7fffffff],
    ['0x7ffff000', 0x7ffff024, 0x7ffff000],
    ['zero for the file alone', 0, null],
    ['too little for the file', 1_000, null],
    ['too much for the sound', null, 5_000_000],
  ])('that is a WAV of an unfinished recorder is read to its end: %s', async (_kind, riffBytes, dataBytes) => {
    const wav = Uint8Array.from(aWav());
    const view = new DataView(wav.buffer);
    if (riffBytes !== null) view.setUint32(4, riffBytes, true);
    if (dataBytes !== null) view.setUint32(40, dataBytes, true);

    expect(await readMedia(inMemory(wav))).toMatchObject({ durationSeconds: expect.closeTo(52.8, 1) });
  });

  it.each([
    ['MP4', 'aac', 5, 25],
    ['MP4', 'aac', -3, 17],
    ['fragmented MP4', 'aac', 5, 25],
    ['MOV', 'aac', 61.5, 81.5],
    ['WebM', 'opus', 5, 25],
    ['Matroska', 'mp3', 12, 32],
    ['MPEG-TS', 'aac', 1.4, 20],
    ['MPEG-TS', 'aac', 50_000, 20],
  ] as const)(
    'lasts from the zero of its clock to the end of its sound: %s of %s at %d s',
    async (container, codec, start, end) => {
      const file = await remuxed(container, codec, 20, start);

      expect(await readMedia(inMemory(file))).toMatchObject({ durationSeconds: expect.closeTo(end, 0) });
    },
  );

  it('throws an outage of the storage instead of blaming the file', async () => {
    const down = { sizeBytes: 1000, read: () => Promise.reject(new Error('S3 is down.')) };

    await expect(readMedia(down)).rejects.toThrow('S3 is down.');
  });

  it('never throws for changed bytes, and reads no more than three times the file and 64 MiB', async () => {
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

        expect(file.bytesRead).toBeLessThanOrEqual(3 * bytes.length + 64 * 2 ** 20);
      }),
      { numRuns: 100 },
    );
  });
});

it.each(['mov', 'mkv'] as const)('%s: has the channels of the sound whose codec is known', async (kind) => {
  const facts = await readMedia(inMemory(await ofTwoSounds(kind, 'second')));

  expect(facts).toMatchObject({ audioTracks: 2, channels: 2 });
});
