import fc from 'fast-check';
import { plainWav } from '#shared/capture/recorders/simulator/wav-file';
import { aNumberedWav } from '#test/doubles/recorders/openai-speech/a-speech-server';
import { describe, expect, it } from '#test/support/jest';

const HEADER_BYTES = 44;

/** A WAV with a chunk of an odd size before its sound, as ffmpeg writes it. */
function withList(wav: Uint8Array): Uint8Array {
  const list = Buffer.from('LIST\x05\x00\x00\x00INFO!\x00', 'latin1');
  const format = wav.subarray(0, 36);
  return new Uint8Array(Buffer.concat([format, list, wav.subarray(36)]));
}

describe('a WAV file', () => {
  it('is the same where it has format and sound alone', () => {
    const wav = aNumberedWav(2);

    expect(plainWav(wav)).toEqual(wav);
  });

  it('loses its other chunks', () => {
    expect(plainWav(withList(aNumberedWav(2)))).toEqual(aNumberedWav(2));
  });

  it('that breaks off has a header for the sound that is there', () => {
    expect(plainWav(aNumberedWav(3).subarray(0, HEADER_BYTES + 2_000))).toEqual(
      expect.objectContaining({ length: HEADER_BYTES + 2_000 }),
    );
    expect(Buffer.from(plainWav(aNumberedWav(3).subarray(0, HEADER_BYTES + 2_000)) ?? []).readUInt32LE(40)).toBe(2_000);
  });

  it.each([
    ['text', Buffer.from('This is no sound, but a text that is long enough.')],
    ['a header without sound', Buffer.from(aNumberedWav(0))],
    ['another format than PCM', Buffer.from(aNumberedWav(1)).fill(3, 20, 21)],
  ])('is not %s', (_what, bytes) => {
    expect(plainWav(new Uint8Array(bytes))).toBeUndefined();
  });

  it('is looked for in any bytes without an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const wav = aNumberedWav(1);
        wav.set(bytes.subarray(0, 100), 12);
        expect(() => plainWav(wav)).not.toThrow();
      }),
    );
  });
});
