import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cutAudio, OVERLAP_SECONDS } from '#shared/recorders/openai-speech/cut-audio';
import { mp3FramesIn } from '#shared/recorders/openai-speech/mp3-frames';
import { wavIn } from '#shared/recorders/openai-speech/wav';
import { aNumberedWav } from '#test/doubles/recorders/openai-speech/a-speech-server';

/** Frames of MPEG-1 layer III with 64 kbit/s and 32 kHz: 288 bytes and 36 ms each. The payload is the number of the frame. */
function anMp3(frames: number): Uint8Array {
  const parts = Array.from({ length: frames }, (_, index) => {
    const frame = Buffer.alloc(288, index % 200);
    frame.set([0xff, 0xfb, 0x58, 0xc4]);
    return frame;
  });
  return new Uint8Array(Buffer.concat(parts));
}

const samplesIn = (wav: Uint8Array): Uint8Array => wavIn(wav)?.data ?? new Uint8Array();
const expectAt = (whole: Uint8Array, part: Uint8Array, at: number) =>
  expect(Buffer.compare(part, whole.subarray(at, at + part.byteLength))).toBe(0);

describe('a recording that is cut', () => {
  it('is itself where it is small enough, whatever its format', () => {
    const bytes = new Uint8Array([1, 2, 3]);

    expect(cutAudio(bytes, 'wks_01/audio.flac', 3)).toEqual([{ bytes, filename: 'audio.flac', startSeconds: 0 }]);
  });

  it.each(['audio.flac', 'audio.wav', 'audio.mp3', 'audio'])('is not cut when %s cannot be read', (key) => {
    expect(cutAudio(new Uint8Array(2_000).fill(7), key, 1_000)).toBeUndefined();
  });

  it('keeps every sample of a WAV in its place, in pieces that fit and overlap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 250 }), fc.integer({ min: 150, max: 3_000 }), (seconds, maxBytes) => {
        const wav = aNumberedWav(seconds);
        const pieces = (cutAudio(wav, 'audio.wav', maxBytes) ?? []).map(({ bytes, startSeconds }) => {
          const samples = samplesIn(bytes);
          return { size: bytes.byteLength, samples, from: startSeconds, to: startSeconds + samples.byteLength / 10 };
        });

        expect(Math.max(...pieces.map(({ size }) => size))).toBeLessThanOrEqual(maxBytes);
        for (const { samples, from } of pieces) expectAt(samplesIn(wav), samples, Math.round(from * 10));
        const overlaps = pieces.slice(1).map(({ from }, index) => (pieces[index]?.to ?? 0) - from);
        for (const overlap of overlaps) expect(overlap).toBeCloseTo(OVERLAP_SECONDS);
        expect([pieces[0]?.from, pieces.at(-1)?.to]).toEqual([0, expect.closeTo(seconds)]);
      }),
    );
  });

  it('keeps every frame of an MP3 in its place, in pieces that fit', () => {
    const mp3 = anMp3(1_000);
    const pieces = cutAudio(mp3, 'wks_01/audio.mp3', 100_000) ?? [];

    expect(pieces.length).toBeGreaterThan(2);
    for (const { bytes, startSeconds } of pieces) {
      const at = Math.round(startSeconds / 0.036) * 288;
      expect(bytes.byteLength).toBeLessThanOrEqual(100_000);
      expect(Buffer.compare(bytes, mp3.subarray(at, at + bytes.byteLength))).toBe(0);
    }
    const last = pieces.at(-1);
    expect((last?.startSeconds ?? 0) + (last?.bytes.byteLength ?? 0) / 8_000).toBeCloseTo(36);
  });

  it('is not cut into pieces that are shorter than their overlap', () => {
    expect(cutAudio(aNumberedWav(100), 'audio.wav', 90)).toBeUndefined();
    expect(cutAudio(anMp3(1_000), 'audio.mp3', 20_000)).toBeUndefined();
  });
});

describe('the frames of an MP3', () => {
  it('are found behind a tag and around what is no frame', () => {
    const tag = Buffer.concat([Buffer.from('ID3\x04\x00\x00'), Buffer.from([0, 0, 1, 2]), Buffer.alloc(130, 0xff)]);
    const junk = Buffer.from('no frame \xff\xfb', 'latin1');
    const found = mp3FramesIn(new Uint8Array(Buffer.concat([tag, anMp3(3), junk, anMp3(2)])));

    expect(found.map(({ startSeconds }) => Math.round(startSeconds * 1000))).toEqual([0, 36, 72, 108, 144]);
  });

  it('are found in any bytes without an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
        for (const { at, bytes: length } of mp3FramesIn(bytes)) expect(at + length).toBeLessThanOrEqual(bytes.length);
      }),
    );
  });
});
