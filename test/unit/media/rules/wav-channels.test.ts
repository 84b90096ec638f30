import fc from 'fast-check';
import { channelOf, channelsOf } from '#shared/foundation/media/rules/wav-channels';
import { describe, expect, it } from '#test/support/jest';

interface Made {
  readonly format?: number;
  readonly channels: number;
  readonly bytesPerSample?: number;
  readonly data: readonly number[];
  readonly before?: Uint8Array;
}

/** A WAV at 8,000 samples a second. */
function aWav({ format = 1, channels, bytesPerSample = 2, data, before = new Uint8Array() }: Made): Uint8Array {
  const fmt = Buffer.alloc(24);
  fmt.write('fmt ', 'latin1');
  fmt.writeUInt32LE(16, 4);
  fmt.writeUInt16LE(format, 8);
  fmt.writeUInt16LE(channels, 10);
  fmt.writeUInt32LE(8000, 12);
  fmt.writeUInt32LE(8000 * channels * bytesPerSample, 16);
  fmt.writeUInt16LE(channels * bytesPerSample, 20);
  fmt.writeUInt16LE(8 * bytesPerSample, 22);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  const riff = Buffer.from('RIFF\0\0\0\0WAVE', 'latin1');
  return new Uint8Array(Buffer.concat([riff, before, fmt, Buffer.from('data'), size, Buffer.from(data)]));
}

const dataOf = (wav: Uint8Array | undefined): readonly number[] => [...(wav ?? new Uint8Array()).subarray(44)];

describe('a channel of a WAV', () => {
  it('has the samples of the channel alone, behind a header of one channel', () => {
    const wav = aWav({ channels: 2, data: [1, 2, 11, 12, 3, 4, 13, 14] });

    expect([channelOf(wav, 0), channelOf(wav, 1)].map(dataOf)).toEqual([
      [1, 2, 3, 4],
      [11, 12, 13, 14],
    ]);
    expect(channelOf(wav, 1)).toEqual(
      aWav({ channels: 1, data: [11, 12, 13, 14] }).map((byte, at) => (at === 4 ? 40 : byte)),
    );
  });

  it('is found behind other chunks, and of a file that is cut', () => {
    const list = new Uint8Array(Buffer.from('LIST\x03\0\0\0abc\0', 'latin1'));
    const wav = aWav({ channels: 2, data: [1, 2, 11, 12, 3, 4], before: list });

    expect(channelsOf(wav)).toBe(2);
    expect(dataOf(channelOf(wav, 0))).toEqual([1, 2]);
  });

  it.each([
    ['one channel', aWav({ channels: 1, data: [1, 2] })],
    ['nine channels', aWav({ channels: 9, data: [] })],
    ['packed samples', aWav({ format: 0x11, channels: 2, data: [] })],
    ['no channels', aWav({ channels: 0, data: [] })],
    ['another format', new Uint8Array(Buffer.from('OggS and more bytes'))],
    ['nothing', new Uint8Array()],
  ])('is none of %s', (_what, wav) => {
    expect(channelsOf(wav)).toBe(0);
    expect(channelOf(wav, 0)).toBeUndefined();
  });

  it('together with the others has every whole frame', () => {
    const made = fc.record({
      channels: fc.integer({ min: 2, max: 8 }),
      bytesPerSample: fc.integer({ min: 1, max: 4 }),
      data: fc.array(fc.nat(255), { maxLength: 200 }),
    });
    fc.assert(
      fc.property(made, (given) => {
        const { channels, bytesPerSample, data } = given;
        const taken = Array.from({ length: channels }, (_, index) => dataOf(channelOf(aWav(given), index)));

        const frames = Math.floor(data.length / (channels * bytesPerSample));
        const joined = Array.from({ length: frames }, (_, frame) =>
          taken.flatMap((one) => one.slice(frame * bytesPerSample, (frame + 1) * bytesPerSample)),
        ).flat();
        expect(joined).toEqual(data.slice(0, frames * channels * bytesPerSample));
      }),
    );
  });

  it('of any bytes is taken or not, without an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), fc.boolean(), (bytes, isWav) => {
        const some = isWav ? new Uint8Array(Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), bytes])) : bytes;
        expect(channelOf(some, 0) === undefined).toBe(channelsOf(some) === 0);
      }),
    );
  });
});
