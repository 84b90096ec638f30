import fc from 'fast-check';
import type { ChosenFont } from '#shared/texts/exports/formats/pdf/choose-fonts';
import { setLines } from '#shared/texts/exports/formats/pdf/set-lines';
import { anyText } from '#test/support/any-text';
import { describe, expect, it } from '#test/support/jest';

const everyCharacter: ChosenFont = { name: 'latin', bytes: Buffer.alloc(0), has: () => true, turnsAround: () => false };

/** Every UTF-16 unit is a point wide. */
const setTo = (width: number, text: string) =>
  setLines(text, { fonts: [everyCharacter], width, measure: (part) => part.length, widths: new Map() });

const linesOf = (width: number, text: string) => setTo(width, text).map((line) => line.text);

describe('lines of a paragraph', () => {
  it('break between words', () => {
    expect(linesOf(9, 'one two three')).toEqual(['one two ', 'three']);
  });

  it('break within a word that is wider than a line', () => {
    expect(linesOf(4, 'a bcdefgh i')).toEqual(['a bc', 'defg', 'h i']);
  });

  it('break between words that no space separates, and before no full stop', () => {
    expect(linesOf(5, '我们今天发布。')).toEqual(['我们今天', '发布。']);
  });

  it('begin with no mark of a French sentence, and part no amount', () => {
    expect(linesOf(10, 'Il est là ! Bon')).toEqual(['Il est ', 'là ! Bon']);
    expect(linesOf(8, 'about $ 12')).toEqual(['about ', '$ 12']);
  });

  it('are as wide as their text, without the space at the end', () => {
    expect(setTo(9, 'one two three').map(({ width }) => width)).toEqual([7, 5]);
  });

  it('are together the whole text, and fit where a letter fits, whatever the text is', () => {
    fc.assert(
      fc.property(anyText(), fc.integer({ min: 20, max: 40 }), (any, width) => {
        const text = any.replaceAll(/\s+/g, ' ').trim();
        const lines = setTo(width, text);

        expect(lines.map((line) => line.text).join('')).toBe(text);
        for (const line of lines) expect(line.width).toBeLessThanOrEqual(width);
      }),
    );
  });
});
