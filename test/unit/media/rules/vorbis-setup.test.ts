import fc from 'fast-check';
import { vorbisModes } from '#shared/foundation/media/rules/vorbis-setup';
import { describe, expect, it } from '#test/support/jest';
import { aVorbisSetup, WRITTEN_SETUPS } from './vorbis-setups.ts';

describe('the modes in a setup header of Vorbis', () => {
  it.each(WRITTEN_SETUPS)('are those that $by wrote', ({ setup, channels, isLong }) => {
    expect(vorbisModes(setup, channels)).toEqual(isLong);
  });

  it('are not those of a list behind its end, which no decoder reads', () => {
    expect(vorbisModes(aVorbisSetup([true, true], [false, false]), 1)).toEqual([true, true]);
  });

  it.each(WRITTEN_SETUPS)('are unknown where the header of $by is cut', ({ setup, channels }) => {
    fc.assert(
      fc.property(fc.nat(setup.length - 1), (length) => {
        expect(vorbisModes(setup.subarray(0, length), channels)).toBeUndefined();
      }),
    );
  });

  it('are unknown or some, and never an error, in any bytes', () => {
    const [{ setup } = { setup: new Uint8Array() }] = WRITTEN_SETUPS;
    const change = fc.record({ at: fc.nat(setup.length - 1), value: fc.nat(255) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 4 }), fc.integer({ min: 0, max: 255 }), (changes, channels) => {
        const changed = Uint8Array.from(setup);
        for (const { at, value } of changes) changed[at] = value;

        expect(vorbisModes(changed, channels)?.length ?? 1).toBeGreaterThan(0);
      }),
    );
  });
});
