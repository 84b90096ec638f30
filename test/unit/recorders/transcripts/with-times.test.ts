import fc from 'fast-check';
import { withTimes } from '#shared/capture/recorders/transcripts/with-times';
import { describe, expect, it } from '#test/support/jest';

const at = (...words: readonly (readonly [number | null, number | null])[]) =>
  words.map(([start, end]) => ({ start, end }));
const NONE = [null, null] as const;

describe('words of which some have no times', () => {
  it.each([
    [
      'between two words',
      at([0, 1], NONE, [2, 3]),
      [
        [0, 1],
        [1, 2],
        [2, 3],
      ],
    ],
    [
      'two between two words',
      at([0, 1], NONE, NONE, [2, 3]),
      [
        [0, 1],
        [1, 1.5],
        [1.5, 2],
        [2, 3],
      ],
    ],
    [
      'before all words',
      at(NONE, [2, 3]),
      [
        [2, 2],
        [2, 3],
      ],
    ],
    [
      'behind all words',
      at([2, 3], NONE),
      [
        [2, 3],
        [3, 3],
      ],
    ],
    [
      'where words overlap',
      at([0, 2], NONE, [1, 3]),
      [
        [0, 2],
        [2, 2],
        [1, 3],
      ],
    ],
    [
      'without an end',
      at([1, null], [2, 3]),
      [
        [1, 1],
        [2, 3],
      ],
    ],
    ['with an end before the start', at([2, 1]), [[2, 2]]],
  ])('%s', (_what, words, expected) => {
    expect(withTimes(words).map(({ start, end }) => [start, end])).toEqual(expected);
  });

  it.each([
    [
      'before all words',
      at(NONE, [2, 3]),
      [
        [1, 2],
        [2, 3],
      ],
    ],
    [
      'behind all words',
      at([2, 3], NONE),
      [
        [2, 3],
        [3, 4],
      ],
    ],
    [
      'all of them',
      at(NONE, NONE, NONE),
      [
        [1, 2],
        [2, 3],
        [3, 4],
      ],
    ],
    [
      'before a word that is out of the span',
      at(NONE, [0, 3]),
      [
        [0, 0],
        [0, 3],
      ],
    ],
  ])('%s share what is left of a span', (_what, words, expected) => {
    expect(withTimes(words, { start: 1, end: 4 }).map(({ start, end }) => [start, end])).toEqual(expected);
  });

  it('stay in their order, each with a start and an end behind it', () => {
    const aWord = fc.record({ start: fc.option(fc.nat({ max: 99 })), end: fc.option(fc.nat({ max: 99 })) });
    fc.assert(
      fc.property(fc.array(aWord, { maxLength: 12 }), (words) => {
        const timed = withTimes(words);
        expect(timed).toHaveLength(words.length);
        for (const [nth, { start, end }] of timed.entries()) {
          expect(end).toBeGreaterThanOrEqual(start);
          if (words[nth]?.start !== null) expect(start).toBe(words[nth]?.start);
        }
      }),
    );
  });
});
