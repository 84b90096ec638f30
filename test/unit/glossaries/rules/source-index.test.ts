import fc from 'fast-check';
import { editDistance } from '#shared/texts/glossaries/rules/edit-distance';
import { indexSources, nearestSource } from '#shared/texts/glossaries/rules/source-index';
import { describe, expect, it } from '#test/support/jest';

/** Levenshtein with the whole table, which is slow and plain. */
function plainDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [row, character] of [...one].entries()) {
    const line = [row + 1];
    for (let column = 1; column <= other.length; column += 1)
      line.push(
        Math.min(
          (above[column - 1] ?? 0) + (other[column - 1] === character ? 0 : 1),
          (above[column] ?? 0) + 1,
          (line[column - 1] ?? 0) + 1,
        ),
      );
    above = line;
  }
  return above[other.length] ?? 0;
}

const word = fc.stringMatching(/^[abc]{5,12}$/);
const allowed = (length: number) => (length < 9 ? 1 : 2);

describe('the edit distance', () => {
  it('is that of the whole table, up to the most that is asked for', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ab]{0,9}$/), fc.stringMatching(/^[ab]{0,9}$/), fc.nat(3), (one, other, most) => {
        const edits = plainDistance(one, other);

        expect(editDistance(one, other, most)).toBe(edits <= most ? edits : undefined);
      }),
    );
  });
});

describe('the nearest source', () => {
  it('is the one that comparing with every source finds', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 20 }), word, (sources, text) => {
        const index = indexSources(sources.map((source) => ({ source, caseSensitive: false })));
        const near = sources
          .filter((source) => !source.includes(text) && !text.includes(source))
          .map((source) => ({ source, edits: plainDistance(text, source) }))
          .filter(({ source, edits }) => edits <= allowed(source.length));
        const least = Math.min(...near.map(({ edits }) => edits));
        const nearest = near.filter(({ edits }) => edits === least).map(({ source }) => source);
        const expected = sources.includes(text) ? text : nearest.length === 1 ? nearest[0] : undefined;

        expect(nearestSource(text, index)?.text).toBe(expected);
      }),
    );
  });

  it('is found among sources that begin alike, by their other letters', () => {
    const sources = Array.from({ length: 5_000 }, (_, nth) => ({
      source: `product${String.fromCharCode(97 + (nth % 26), 97 + ((nth / 26) % 26), 97 + ((nth / 676) % 26))}xyzzy`,
      caseSensitive: false,
    }));

    expect(nearestSource('prodactabcxyzzy', indexSources(sources))?.text).toBe('productabcxyzzy');
  });
});
