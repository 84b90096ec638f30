import fc from 'fast-check';
import { mostCharacters, textCharacters } from '#shared/texts/conversations/rules/text-size';
import { describe, expect, it } from '#test/support/jest';

const recognized = (characters: number | undefined) => ({ kind: 'recognized', characters }) as const;
const source = (characters: number | undefined) => ({ kind: 'source', characters }) as const;

describe('the most characters of a corrected text', () => {
  it.each([
    ['30 a second and 20,000, of audio of 53 s', 53, 800, recognized(800), 21_590],
    ['a quarter more than was recognized, where that is more', 53, 100_000, recognized(100_000), 125_000],
    ['what is there already, after a larger correction of before', 53, 2_100_000, recognized(800), 2_100_000],
    ['three times its source and 20,000', 3_600, 900, source(1_000), 23_000],
    ['three times the most of its audio, where the source is larger', 53, 900, source(2_100_000), 84_770],
    ['three times the most of its audio, where the source is gone', 53, 900, source(undefined), 84_770],
    ['three times its source, where the length is not known', null, 900, source(1_000), 23_000],
    ['without a bound, where no length is known', null, 900, recognized(900), Number.POSITIVE_INFINITY],
    ['without a bound, where neither length nor source is known', null, 9, source(undefined), Number.POSITIVE_INFINITY],
  ])('is %s', (_what, seconds, present, origin, most) => {
    expect(mostCharacters({ seconds, present, origin })).toBe(most);
  });

  it('does not grow with repeated corrections, nor with texts that are made of texts', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 86_400 }),
        fc.nat({ max: 3_000_000 }),
        fc.integer({ min: 1, max: 30 }),
        (seconds, first, times) => {
          const once = mostCharacters({ seconds, present: first, origin: recognized(first) });
          let present = once;
          let made = once;
          for (let nth = 0; nth < times; nth += 1) {
            present = mostCharacters({ seconds, present, origin: recognized(first) });
            // Each is translated as it is, and corrected.
            made = mostCharacters({ seconds, present: made, origin: source(made) });
          }
          expect(present).toBe(once);
          expect(made).toBe(Math.max(once, 3 * (30 * seconds + 20_000) + 20_000));
        },
      ),
    );
  });

  it('counts code points, so that an emoji is one', () => {
    expect(textCharacters([{ text: 'Good 👍' }, { text: 'é' }, { text: '' }])).toBe(7);
  });
});
