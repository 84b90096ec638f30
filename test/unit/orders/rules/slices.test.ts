import fc from 'fast-check';
import { SLICE, slicesOf } from '#shared/texts/orders/rules/slices';
import { expect, it } from '#test/support/jest';

const segmentOf = (text: string, nth: number) => ({
  ...{ id: `seg_${nth}`, speakerId: null, start: nth, end: nth + 1, text, confidence: null, words: [] },
});

it('slices hold every segment once, in order, within the limits unless one segment is longer', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9_000), { maxLength: 400 }), (lengths) => {
      const segments = lengths.map((length, nth) => segmentOf('a'.repeat(length), nth));

      const slices = slicesOf(segments);

      expect(slices.flat()).toEqual(segments);
      for (const slice of slices) {
        expect(slice.length).toBeLessThanOrEqual(SLICE.segments);
        const characters = slice.reduce((sum, { text }) => sum + text.length, 0);
        expect(slice.length === 1 || characters <= SLICE.characters).toBe(true);
      }
    }),
    { seed: 7, numRuns: 100 },
  );
});
