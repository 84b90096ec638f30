import fc from 'fast-check';
import { batchTexts } from '#shared/texts/translation/rules/batch-texts';
import { normalized } from '#shared/texts/translation/rules/normalized-text';
import { bytesOf, joinParts, splitText } from '#shared/texts/translation/rules/split-text';
import { describe, expect, it } from '#test/support/jest';

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(fc.constantFrom('One sentence. ', 'word', ' ', '⟦12⟧', '__3__', '会議です。', '😀'), { maxLength: 80 })
    .map((each) => each.join('')),
);

describe('a text over the limit of a request', () => {
  it('is split after a sentence where it can be', () => {
    expect(splitText('We ship today. It is late now.', 20)).toEqual([
      { text: 'We ship today.', spaceAfter: true },
      { text: 'It is late now.', spaceAfter: false },
    ]);
  });

  it('is the same text when its parts are joined, each within the limit, with no placeholder cut', () => {
    fc.assert(
      fc.property(anyText.map(normalized), fc.integer({ min: 12, max: 80 }), (text, bytes) => {
        const parts = splitText(text, bytes);

        expect(joinParts(parts)).toBe(text);
        expect(parts.filter((part) => bytesOf(part.text) > bytes)).toEqual([]);
        expect(parts.flatMap((part) => part.text.match(/⟦12⟧/g) ?? [])).toHaveLength(text.split('⟦12⟧').length - 1);
      }),
      { seed: 1_124, numRuns: 500 },
    );
  });
});

describe('texts of one request', () => {
  it('are consecutive, at most as many as the limits say, and none is left out', () => {
    const items = fc.array(anyText.map((text) => ({ text })));
    const limits = fc.record({ bytes: fc.integer({ min: 1, max: 400 }), texts: fc.integer({ min: 1, max: 5 }) });
    fc.assert(
      fc.property(items, limits, (texts, { bytes, texts: most }) => {
        const batches = batchTexts(texts, { bytes, texts: most });

        expect(batches.flat()).toEqual(texts);
        for (const batch of batches) {
          expect(batch.length).toBeLessThanOrEqual(most);
          if (batch.length > 1) expect(bytesOf(batch.map(({ text }) => text).join('\n'))).toBeLessThanOrEqual(bytes);
        }
      }),
      { seed: 1_124 },
    );
  });
});
