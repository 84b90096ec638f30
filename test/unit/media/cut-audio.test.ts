import fc from 'fast-check';
import { openAudio } from '#shared/foundation/media/cut-audio';
import type { AudioCutter, AudioPiece } from '#shared/foundation/media/ports';
import { OVERLAP_SECONDS } from '#shared/foundation/media/rules/audio-pieces';
import { aNumberedWav, NUMBERED_RATE, samplesIn } from '#test/doubles/recorders/openai-speech/a-speech-server';
import { withTinyPackets } from '#test/support/hostile-media';
import { describe, expect, it } from '#test/support/jest';
import { wavHeader } from '#test/support/wav-header';
import { ofTwoSounds } from './media-files.ts';
import { anMp3, FRAME, packetsIn, remuxed } from './some-audio.ts';

const MAX_BYTES = 25 * 1024 * 1024;

const cutterOf = (bytes: Uint8Array): AudioCutter =>
  openAudio({ sizeBytes: bytes.length, read: async (first, end) => bytes.subarray(first, end) });

/** All pieces of a recording; undefined where one cannot be cut. */
async function piecesOf(audio: AudioCutter, maxBytes = MAX_BYTES): Promise<readonly AudioPiece[] | undefined> {
  const pieces: AudioPiece[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const piece = await audio.cut(from, maxBytes);
    if (!piece) return undefined;
    pieces.push(piece);
    from = piece.nextSeconds;
  }
  audio.close();
  return pieces;
}

const isNear = (packet: { readonly at: number } | undefined, seconds: number): boolean =>
  packet !== undefined && Math.abs(packet.at - seconds) < 0.07;

const expectAt = (whole: Uint8Array, part: Uint8Array, at: number) =>
  expect(Buffer.compare(part, whole.subarray(at, at + part.byteLength))).toBe(0);

describe('a recording that takes long to read', () => {
  const mp3 = anMp3(10_000);
  /** Each range of the file, and each look at the clock, takes so long. */
  const cutterOfSlow = (times: { readonly readMs: number; readonly lookMs: number }) => {
    let at = 0;
    const now = () => {
      at += times.lookMs;
      return at;
    };
    const read = async (first: number, end: number) => {
      at += times.readMs;
      return mp3.subarray(first, end);
    };
    return openAudio({ sizeBytes: mp3.length, read }, undefined, { ms: 40_000, now });
  };

  it.each([
    ['in the storage', { readMs: 41_000, lookMs: 0 }],
    ['in its packets', { readMs: 0, lookMs: 100 }],
  ])('is not cut, after 40 seconds %s', async (_where, times) => {
    expect(await cutterOfSlow(times).cut(0, MAX_BYTES)).toBeUndefined();
  });

  it('is cut, where each piece takes less', async () => {
    const audio = cutterOfSlow({ readMs: 0, lookMs: 1 });

    for (let nth = 0; nth < 5; nth += 1) expect(await audio.cut(0, MAX_BYTES)).toBeDefined();
  });
});

describe('a recording that is cut', () => {
  it('keeps every sample of a WAV in its place, in pieces that fit and overlap', async () => {
    // Samples are cut by 2,048, which are two seconds here.
    const sizes = [fc.integer({ min: 1, max: 250 }), fc.integer({ min: 15_000, max: 300_000 })] as const;
    await fc.assert(
      fc.asyncProperty(...sizes, async (seconds, maxBytes) => {
        const wav = aNumberedWav(seconds);
        const pieces = ((await piecesOf(cutterOf(wav), maxBytes)) ?? []).map(({ bytes, startSeconds }) => {
          const samples = samplesIn(bytes);
          const to = startSeconds + samples.byteLength / NUMBERED_RATE;
          return { size: bytes.byteLength, samples, from: startSeconds, to };
        });

        expect(Math.max(...pieces.map(({ size }) => size))).toBeLessThanOrEqual(maxBytes);
        for (const { samples, from } of pieces) expectAt(samplesIn(wav), samples, Math.round(from * NUMBERED_RATE));
        for (const [index, { from }] of pieces.slice(1).entries()) {
          const overlap = (pieces[index]?.to ?? 0) - from;
          expect(overlap).toBeGreaterThanOrEqual(OVERLAP_SECONDS - 0.001);
          expect(overlap).toBeLessThan(OVERLAP_SECONDS + 2.1);
        }
        expect([pieces[0]?.from, pieces.at(-1)?.to]).toEqual([0, expect.closeTo(seconds)]);
      }),
      { numRuns: 20 },
    );
  });

  it('keeps every frame of an MP3 in its place, in pieces that fit', async () => {
    const mp3 = anMp3(1_000);
    const pieces = (await piecesOf(cutterOf(mp3), 100_000)) ?? [];

    expect(pieces.length).toBeGreaterThan(2);
    for (const { bytes, startSeconds, extension } of pieces) {
      expect([extension, bytes.byteLength <= 100_000]).toEqual(['mp3', true]);
      expectAt(mp3, bytes, Math.round(startSeconds / FRAME.seconds) * FRAME.bytes);
    }
    const last = pieces.at(-1);
    const lastFrames = (last?.bytes.byteLength ?? 0) / FRAME.bytes;
    expect((last?.startSeconds ?? 0) + lastFrames * FRAME.seconds).toBeCloseTo(1_000 * FRAME.seconds);
  });

  it.each([
    ['MP4', 'aac', 'm4a'],
    ['Ogg', 'opus with a header', 'webm'],
    ['WebM', 'opus', 'webm'],
    ['Matroska', 'mp3', 'mp3'],
  ] as const)('keeps every packet of %s with %s in its place', async (container, codec, extension) => {
    const whole = await remuxed(container, codec, 60);
    const all = await packetsIn(whole);
    const pieces = (await piecesOf(cutterOf(whole), 100_000)) ?? [];

    expect(pieces.length).toBeGreaterThan(2);
    for (const { bytes, startSeconds, ...piece } of pieces) {
      const packets = await packetsIn(bytes);
      const first = all.findIndex(({ at }) => Math.abs(at - startSeconds) < 0.003);
      expect([piece.extension, bytes.byteLength <= 100_000]).toEqual([extension, true]);
      expect(packets.map(({ hex }) => hex)).toEqual(all.slice(first, first + packets.length).map(({ hex }) => hex));
    }
  });

  it.each([
    ['MP4', 'aac', 5, 5],
    ['fragmented MP4', 'aac', 5, 5],
    ['MOV', 'aac', 61.5, 61.5],
    ['WebM', 'opus', 5, 5],
    ['Matroska', 'mp3', 12, 12],
    ['MPEG-TS', 'aac', 1.4, 0],
    ['MPEG-TS', 'aac', 50_000, 0],
    ['MP4', 'aac', -3, 0],
  ] as const)(
    'has the times of the file, whose first packet is elsewhere: %s of %s at %d s',
    async (container, codec, at, zero) => {
      const file = await remuxed(container, codec, 60, at);
      const whole = (await piecesOf(cutterOf(file))) ?? [];
      const parts = (await piecesOf(cutterOf(file), 100_000)) ?? [];

      expect(whole.map(({ startSeconds }) => startSeconds)).toEqual([expect.closeTo(zero, 1)]);
      expect(parts[0]?.startSeconds).toBeCloseTo(zero, 1);
      expect(parts.length).toBeGreaterThan(2);
      const origin = container === 'MPEG-TS' ? at : 0;
      const all = (await packetsIn(file)).map((packet) => ({ ...packet, at: packet.at - origin }));
      for (const { bytes, startSeconds } of parts) {
        const [first] = await packetsIn(bytes);
        const same = all.find(({ hex }, index) => hex.endsWith(first?.hex ?? '?') && isNear(all[index], startSeconds));
        expect(same).toBeDefined();
      }
    },
  );

  it.each([
    ['MP4', 'aac', 0, true],
    ['MP4', 'aac', 5, false],
    ['MP4', 'aac', -3, false],
    ['MPEG-TS', 'aac', 1.4, true],
    ['WebM', 'opus', 0.05, true],
  ] as const)(
    'says whether the file sounds alike where its times are passed over: %s of %s at %d s',
    async (container, codec, at, isWholeFile) => {
      expect(await cutterOf(await remuxed(container, codec, 20, at)).cut(0, MAX_BYTES)).toMatchObject({ isWholeFile });
    },
  );

  it.each([7, 6])('keeps companded sound of a WAV: format %d', async (format) => {
    const wav = Uint8Array.from(aNumberedWav(60));
    new DataView(wav.buffer).setUint16(20, format, true);
    const pieces = (await piecesOf(cutterOf(wav), 30_000)) ?? [];

    expect(pieces.map(({ extension }) => extension)).toEqual(pieces.map(() => 'wav'));
    expect(pieces.length).toBeGreaterThan(1);
  });

  it('has pieces of five minutes at most, however small it is', async () => {
    const wav = new Uint8Array(Buffer.concat([wavHeader(150_000, 100), Buffer.alloc(150_000)]));
    const pieces = (await piecesOf(cutterOf(wav))) ?? [];

    const seconds = pieces.map(({ bytes }) => samplesIn(bytes).length / 100);
    expect(seconds).toHaveLength(6);
    expect(Math.max(...seconds)).toBeLessThanOrEqual(300);
  });

  it('is read by the piece: a file of a gigabyte needs a few megabytes beside the piece', async () => {
    const samples = 1_000_000_000;
    const header = wavHeader(samples, 16_000);
    let bytesRead = 0;
    const read = async (first: number, end: number) => {
      bytesRead += end - first;
      const bytes = new Uint8Array(end - first);
      if (first < header.length) bytes.set(header.subarray(first, end));
      return bytes;
    };
    const audio = openAudio({ sizeBytes: header.length + samples, read });

    const piece = await audio.cut(36_000, MAX_BYTES);

    expect(piece?.startSeconds).toBeCloseTo(36_000, -1);
    expect(piece?.bytes.length).toBeGreaterThan(4_700_000);
    expect(bytesRead).toBeLessThan(25_000_000);
  });

  it('is not cut where a piece has more packets than any encoder writes', async () => {
    const cut = async (packets: number) => (await openAudio(withTinyPackets(packets)).cut(0, MAX_BYTES))?.extension;

    expect([await cut(125_000), await cut(125_001)]).toEqual(['webm', undefined]);
  });

  it('is not cut into pieces that are no longer than their overlap', async () => {
    expect(await piecesOf(cutterOf(aNumberedWav(100)), 4_500)).toBeUndefined();
    expect(await piecesOf(cutterOf(anMp3(1_000)), 20_000)).toBeUndefined();
  });

  it('is not cut into pieces of less than twice their overlap, of which each second is heard many times', async () => {
    const ofSeconds = (seconds: number) => wavHeader(0, NUMBERED_RATE).length + seconds * NUMBERED_RATE;
    const cut = async (seconds: number) => (await piecesOf(cutterOf(aNumberedWav(100)), ofSeconds(seconds)))?.length;

    expect([await cut(1.8 * OVERLAP_SECONDS), await cut(3 * OVERLAP_SECONDS)]).toEqual([undefined, expect.any(Number)]);
  });
});

describe('a file that is no recording', () => {
  it.each([
    ['text', Buffer.from('This is not sound. '.repeat(200))],
    ['nothing', Buffer.alloc(0)],
    ['a WAV that ends in its header', Buffer.from(aNumberedWav(3).subarray(0, 30))],
  ])('is not cut where it is %s', async (_what, bytes) => {
    expect(await cutterOf(new Uint8Array(bytes)).cut(0, MAX_BYTES)).toBeUndefined();
  });

  it('makes no error, whatever its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), fc.nat(1_500), async (noise, at) => {
        const bytes = Uint8Array.from(anMp3(20));
        bytes.set(noise.subarray(0, bytes.length - at), at);
        const pieces = await piecesOf(cutterOf(bytes));
        expect(pieces === undefined || pieces.length === 1).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

it('an outage of the storage is thrown, and passes', async () => {
  const bytes = aNumberedWav(10);
  let isOut = true;
  const read = async (first: number, end: number) => {
    if (isOut) throw new Error('SlowDown');
    return bytes.subarray(first, end);
  };
  const file = { sizeBytes: bytes.length, read };

  await expect(openAudio(file).cut(0, MAX_BYTES)).rejects.toThrow('SlowDown');
  isOut = false;
  expect(await openAudio(file).cut(0, MAX_BYTES)).toMatchObject({ nextSeconds: null });
});

/** As the phones of Apple write it: spatial audio beside stereo. */
describe('a file with two sounds, of which one is in a codec that no one knows', () => {
  it.each([
    ['mov', 'second'],
    ['mov', 'first'],
    ['mp4', 'second'],
    ['mp4', 'first'],
    ['mkv', 'second'],
    ['mkv', 'first'],
  ] as const)('%s: is heard where the %s is unknown', async (kind, unknown) => {
    const bytes = await ofTwoSounds(kind, unknown);
    const [piece] = (await piecesOf(cutterOf(bytes))) ?? [];

    const own = unknown === 'first' ? 2 : 1;
    expect(Buffer.from(piece?.bytes ?? []).includes(Buffer.alloc(300, own))).toBe(true);
  });

  it('is not heard where both are unknown', async () => {
    expect(await piecesOf(cutterOf(await ofTwoSounds('mov', 'both')))).toBeUndefined();
  });
});
