import { secondsOfFlac } from '#shared/foundation/media/rules/flac-frames';
import { framesIn } from '#shared/foundation/media/rules/matroska-blocks';
import { secondsOfMpegAudio } from '#shared/foundation/media/rules/mpeg-audio-frames';
import { aacFrameSeconds, opusLength } from '#shared/foundation/media/rules/packet-lengths';
import { frameSecondsIn } from '#shared/foundation/media/rules/sound-entries';
import { vorbisLength } from '#shared/foundation/media/rules/vorbis-packets';
import { describe, expect, it } from '#test/support/jest';
import { aFlac } from '../flac-file.ts';
import { aVorbisSetup } from './vorbis-setups.ts';

const bytes = (...given: number[]): Uint8Array => Uint8Array.from(given);

describe('the sound of a packet of Opus', () => {
  it.each([
    ['one frame of 20 ms', bytes(0x48), 0.02],
    ['two frames of 20 ms', bytes(0x49, 0), 0.04],
    ['one frame of 2.5 ms', bytes(0x80), 0.0025],
    ['one frame of 10 ms of hybrid', bytes(0x60), 0.01],
    ['a count of three frames of 20 ms', bytes(0x4b, 3), 0.06],
    ['more than a packet may have, which no decoder plays', bytes(0x1b, 63), 0.12],
    ['no byte', bytes(), 0],
  ])('is that of its frames: %s', (_what, packet, seconds) => {
    expect(opusLength(packet)).toBeCloseTo(seconds, 6);
  });
});

describe('a frame of AAC', () => {
  it.each([
    ['of 1024 samples at 48 kHz', bytes(0x11, 0x90), 1024 / 48_000],
    ['of 960 samples at 48 kHz', bytes(0x11, 0x94), 960 / 48_000],
    ['with twice the rate in its extension, at that of its core', bytes(0x2b, 0x11, 0x88, 0), 1024 / 24_000],
    ['of low delay', bytes(0xb9, 0x88), 512 / 48_000],
    ['at an explicit rate', bytes(0x17, 0x80, 0x1f, 0x40, 0x08), 1024 / 16_000],
    ['at no rate', bytes(0x17, 0, 0, 0, 0), Number.POSITIVE_INFINITY],
  ])('lasts as its configuration says: %s', (_what, config, seconds) => {
    expect(aacFrameSeconds(config)).toBe(seconds);
  });
});

/** Blocks of 256 and 2048 samples at 16 kHz, and two modes: short and long. */
function vorbis() {
  const identification = Buffer.alloc(30);
  identification.write('\u0001vorbis', 'latin1');
  identification.writeUInt32LE(16_000, 12);
  identification[28] = 0xb8;
  identification[11] = 1;
  return vorbisLength(identification, aVorbisSetup([false, true]));
}

describe('the sound of packets of Vorbis', () => {
  it('is half of each of two blocks that overlap, none for the first', () => {
    const length = vorbis();
    const [short, long] = [bytes(0), bytes(2)];

    expect([short, short, long, long].map((packet) => (length?.(packet) ?? 0) * 16_000)).toEqual([0, 128, 576, 1024]);
  });

  it('is not known by a setup without modes', () => {
    expect(vorbisLength(new Uint8Array(30), new Uint8Array(20))).toBeUndefined();
  });
});

describe('frames in a block of Matroska', () => {
  const block = (flags: number, ...rest: number[]) => bytes(0, 0, flags, ...rest);

  it.each([
    ['without lacing', block(0, 7, 8), [[7, 8]]],
    ['by the lengths of Xiph', block(2, 2, 1, 2, 7, 8, 8, 9), [[7], [8, 8], [9]]],
    [
      'of one length',
      block(4, 1, 7, 7, 8, 8),
      [
        [7, 7],
        [8, 8],
      ],
    ],
    ['by the differences of EBML', block(6, 2, 0x81, 0xc0, 7, 8, 8, 9), [[7], [8, 8], [9]]],
  ])('are taken apart: %s', (_what, given, frames) => {
    expect(framesIn(given).map((frame) => [...frame])).toEqual(frames);
  });
});

describe('frames that follow each other', () => {
  it('of MPEG audio are counted by their own rates, and what is none is passed over', () => {
    const frame = (header: readonly number[], size: number) =>
      Buffer.concat([Buffer.from(header), Buffer.alloc(size - 4)]);
    const at32Khz = frame([0xff, 0xfb, 0x58, 0xc4], 288);
    const at8Khz = frame([0xff, 0xe3, 0x18, 0], 72);

    expect(secondsOfMpegAudio(Buffer.concat([at32Khz, Buffer.from('none'), at8Khz]))).toBeCloseTo(0.036 + 0.072, 6);
  });

  it('of FLAC are counted by their headers', () => {
    expect(secondsOfFlac(aFlac(100), 8_000)).toBeCloseTo(Math.floor((100 * 8_000) / 4_096) * (4_096 / 8_000), 6);
  });
});

/** An entry of a table of MP4, with what is behind its fields. */
const entry = (name: string, ...rest: Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.alloc(4), Buffer.from(name, 'latin1'), Buffer.alloc(28), ...rest]);

function box(name: string, ...content: Uint8Array[]): Uint8Array {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + Buffer.concat(content).length);
  return Buffer.concat([size, Buffer.from(name, 'latin1'), ...content]);
}

function alac(samples: number, rate: number): Uint8Array {
  const content = Buffer.alloc(28);
  content.writeUInt32BE(samples, 4);
  content.writeUInt32BE(rate, 24);
  return box('alac', content);
}

/** The descriptors of AAC, with their version. */
const descriptors = (...setup: number[]): Uint8Array =>
  bytes(0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 0x40, ...new Uint8Array(12), 5, setup.length, ...setup);
const AT_8_KHZ = descriptors(0x15, 0x88);
const AT_1_MHZ = descriptors(0x17, 0x87, 0xd0, 0, 8);

describe('a sample of MP4', () => {
  it.each([
    ['ALAC by its configuration', entry('alac', alac(4096, 48_000)), 4096 / 48_000],
    ['ALAC without one', entry('alac'), Number.POSITIVE_INFINITY],
    ['AC-3 at 44.1 kHz', entry('ac-3', box('dac3', bytes(0x40, 0, 0))), 1536 / 44_100],
    ['E-AC-3 at 48 kHz', entry('ec-3', box('dec3', bytes(0, 0, 0, 0, 0))), 1536 / 48_000],
    ['AAC at 8 kHz', entry('mp4a', box('esds', AT_8_KHZ)), 1024 / 8_000],
    ['AAC in a box of QuickTime', entry('mp4a', box('wave', box('frma'), box('esds', AT_8_KHZ))), 1024 / 8_000],
    [
      'AAC behind a box with other descriptors in it',
      entry('mp4a', box('free', box('esds', AT_1_MHZ)), box('esds', AT_8_KHZ)),
      1024 / 8_000,
    ],
    [
      'AAC with two of its boxes',
      entry('mp4a', box('esds', AT_8_KHZ), box('esds', AT_8_KHZ)),
      Number.POSITIVE_INFINITY,
    ],
    ['AAC of no rate that there is', entry('mp4a', box('esds', AT_1_MHZ)), Number.POSITIVE_INFINITY],
    ['Opus, whose packets say it', entry('Opus'), undefined],
    ['a codec that is not known', entry('samr'), Number.POSITIVE_INFINITY],
  ])('lasts as its entry says: %s', (_what, given, seconds) => {
    expect(frameSecondsIn(given)).toBe(seconds);
  });
});
