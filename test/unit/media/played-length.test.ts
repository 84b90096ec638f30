import { readMedia } from '#shared/foundation/media/read-media';
import { withZeros } from '#test/support/hostile-media';
import { describe, expect, it } from '#test/support/jest';
import { aFlac } from './flac-file.ts';
import { aWav, mediaOf, withTinySamples } from './media-files.ts';
import { anMp3, remuxed, withTracks } from './some-audio.ts';

const SECONDS = 100;
/** How much shorter than its sound a file says that it is. */
const SHORTER = 50;

const read = async (file: Uint8Array | Promise<Uint8Array>) => readMedia(withZeros(await file));

const joined = async (...files: (Uint8Array | Promise<Uint8Array>)[]): Promise<Uint8Array> =>
  new Uint8Array(Buffer.concat(await Promise.all(files)));

/** A copy of a file, changed. */
async function changed(file: Uint8Array | Promise<Uint8Array>, change: (bytes: Buffer) => void): Promise<Uint8Array> {
  const bytes = Buffer.from(await file);
  change(bytes);
  return new Uint8Array(bytes);
}

const withTinySamplesOf = async (mp4: Promise<Uint8Array>): Promise<Uint8Array> => withTinySamples(await mp4);

/** Its table of times (`stts`) is of one sample. */
const withOneTime = (mp4: Promise<Uint8Array>) =>
  changed(mp4, (bytes) => bytes.writeUInt32BE(1, bytes.indexOf('stts') + 12));

/** The setup of its AAC, whose rate was 16 kHz (0x1408), has another. */
const withSetup = (mp4: Promise<Uint8Array>, setup: readonly number[]) =>
  changed(mp4, (bytes) => bytes.set(setup, bytes.indexOf(Buffer.from([0x14, 0x08]), bytes.indexOf('esds'))));
const EIGHT_KHZ = [0x15, 0x88];
const FRAMES_OF_960 = [0x14, 0x0c];

/** Its codec is one of a phone, which no reader knows. */
const withOtherCodec = (mp4: Promise<Uint8Array>) =>
  changed(mp4, (bytes) => bytes.write('apac', bytes.indexOf('mp4a'), 'latin1'));

/** From the first fragment on. */
const fragmentsOf = (mp4: Uint8Array): Uint8Array => mp4.subarray(Buffer.from(mp4).indexOf('moof') - 4);

const FRAGMENTED = () => remuxed('fragmented MP4', 'aac', SECONDS);
const TWO_SECONDS = () => remuxed('MP4', 'aac', 2);

function chunk(name: string, content: Uint8Array): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), size, content]);
}

/** A WAV of a second, whose size is true for it, then what is behind it. */
function withMore(...more: Uint8Array[]): Uint8Array {
  const wav = Buffer.from(aWav());
  const rate = wav.readUInt32LE(28);
  wav.writeUInt32LE(rate, 40);
  wav.writeUInt32LE(36 + rate, 4);
  return new Uint8Array(Buffer.concat([wav.subarray(0, 44 + rate), ...more]));
}

/** Its pages say that they end at an earlier sample. */
const withEarlierPages = (ogg: Promise<Uint8Array>) =>
  changed(ogg, (bytes) => {
    for (let at = bytes.indexOf('OggS'); at >= 0; at = bytes.indexOf('OggS', at + 4))
      bytes.writeBigInt64LE(bytes.readBigInt64LE(at + 6) / BigInt(SHORTER), at + 6);
  });

/** Its frames have at least so many bytes, as it says, and it does not say how many samples it has. */
const withLeastFrame = (flac: Uint8Array, bytesOfFrame: number) =>
  changed(flac, (bytes) => bytes.writeUIntBE(bytesOfFrame, 12, 3) && bytes.fill(0, 22, 26));

describe('a file whose sound is longer than it says', () => {
  it.each([
    ['MP4 whose samples last one tick', () => withTinySamplesOf(remuxed('MP4', 'aac', SECONDS))],
    ['MP4 whose table of times is of one sample', () => withOneTime(remuxed('MP4', 'aac', SECONDS))],
    ['MP4 whose samples say another rate', () => withSetup(remuxed('MP4', 'aac', SECONDS), EIGHT_KHZ)],
    ['MP4 whose edit list leaves out the most', () => remuxed('MP4', 'aac', SECONDS, -90)],
    ['MP4 of a codec that is not known', () => withOtherCodec(remuxed('MP4', 'aac', SECONDS))],
    ['two MP4', () => joined(TWO_SECONDS(), remuxed('MP4', 'aac', SECONDS))],
    [
      'MP4 with fragments that it does not announce',
      async () => joined(TWO_SECONDS(), fragmentsOf(await FRAGMENTED())),
    ],
    ...(['MP4', 'fragmented MP4', 'MOV', 'WebM', 'Matroska'] as const).flatMap((container) =>
      (['aac', 'mp3', 'opus with a header'] as const)
        .filter((codec) => container !== 'WebM' || codec === 'opus with a header')
        .map((codec) => [`${container} of ${codec}`, () => remuxed(container, codec, SECONDS, 0, SHORTER)] as const),
    ),
    ['Ogg whose pages say earlier times', () => withEarlierPages(mediaOf.ogg(SECONDS))],
    ['Ogg with a second stream behind the first', () => joined(mediaOf.ogg(2), mediaOf.ogg(SECONDS))],
    ['two WebM', () => joined(mediaOf.webm(2), remuxed('WebM', 'opus with a header', SECONDS, 0, SHORTER))],
    ['WAV with a second chunk of sound', async () => withMore(chunk('data', aWav().subarray(44)))],
    [
      'WAV with a second format',
      () =>
        changed(withMore(chunk('fmt ', aWav().subarray(20, 36)), chunk('data', new Uint8Array(8))), () => undefined),
    ],
    [
      'two WAV, of which the second is in no chunk',
      async () => withMore(chunk('RIFF', Buffer.from('WAVE')), aWav().subarray(12)),
    ],
    ['WAV whose frames are longer than its samples', () => changed(aWav(), (bytes) => bytes.writeUInt16LE(64, 32))],
    ['MP3 of two rates', async () => joined(anMp3(50), mediaOf.mp3(SECONDS))],
    [
      'MP3 with millions of bytes that begin no frame',
      async () => joined(mediaOf.mp3(2), new Uint8Array(6_000_000).fill(0xff)),
    ],
    ['two FLAC', async () => joined(aFlac(SECONDS), aFlac(SECONDS - 10))],
    ['FLAC whose frames are smaller than it says', () => withLeastFrame(aFlac(SECONDS), 1_500)],
  ])('is unsupported_media: %s', async (_kind, make) => {
    expect(await read(make())).toBe('unsupported_media');
  });

  it.each([
    ['the priming of an encoder, which an edit list leaves out', () => remuxed('MP4', 'aac', SECONDS, -0.064), SECONDS],
    ['three seconds that an edit list leaves out', () => remuxed('MP4', 'aac', SECONDS, -3), SECONDS - 3],
    ['a clock that is 4 % slow', () => remuxed('WebM', 'opus with a header', SECONDS, 0, 1.04), SECONDS / 1.04],
    ['pauses, which have no packets', () => remuxed('WebM', 'opus with a header', SECONDS, 0, 0.5), 2 * SECONDS],
    [
      'AAC in frames of 960 samples',
      () => withSetup(remuxed('MP4', 'aac', SECONDS, 0, 1024 / 960), FRAMES_OF_960),
      93.75,
    ],
    ['WAV with a picture behind its sound', async () => withMore(chunk('LIST', Buffer.alloc(3_000_000))), 1],
    ['MOV of a codec that is not known', () => withOtherCodec(remuxed('MOV', 'aac', SECONDS)), SECONDS],
    ['Matroska of AAC', () => remuxed('Matroska', 'aac', SECONDS), SECONDS],
    ['Matroska of MP3', () => remuxed('Matroska', 'mp3', SECONDS), SECONDS],
    ['MP4 of MP3', () => remuxed('MP4', 'mp3', SECONDS), SECONDS],
    ['MP4 of Opus', () => remuxed('MP4', 'opus with a header', SECONDS), SECONDS],
    ['Ogg of Opus', () => remuxed('Ogg', 'opus with a header', SECONDS), SECONDS],
  ])('by no more than 5 %% and 5 s is taken: %s', async (_kind, make, seconds) => {
    expect(await read(make())).toMatchObject({ durationSeconds: expect.closeTo(seconds, 0) });
  });
});

/** An Ogg of two seconds, in which so many streams are begun: the others are of a codec without sound. */
const withStreams = (count: number) =>
  joined(
    mediaOf.ogg(2),
    ...Array.from({ length: count - 1 }, (_, nth) => {
      // A page that begins a stream, of one packet (RFC 3533, section 6).
      const page = Buffer.alloc(28 + 8);
      page.write('OggS');
      page[5] = 2;
      page.writeUInt32LE(1_000_000 + nth, 14);
      page.set([1, 8], 26);
      page.write('fishead\0', 28, 'latin1');
      return new Uint8Array(page);
    }),
  );

describe.each([
  ['MP4 with many tracks', (count: number) => withTracks('MP4', count)],
  ['MOV with many tracks', (count: number) => withTracks('MOV', count)],
  ['Matroska with many tracks', (count: number) => withTracks('Matroska', count)],
  ['Ogg with many streams', withStreams],
])('%s', (_name, make) => {
  it('is taken up to a hundred', async () => {
    expect(await read(make(100))).toMatchObject({ durationSeconds: expect.closeTo(2, 0) });
  });

  it('is unsupported_media above that', async () => {
    expect(await read(make(101))).toBe('unsupported_media');
  });
});
