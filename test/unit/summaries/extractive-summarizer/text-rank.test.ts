import fc from 'fast-check';
import { textRank } from '#shared/capture/summaries/extractive-summarizer/text-rank';
import { describe, expect, it } from '#test/support/jest';

describe('text rank', () => {
  it('ranks the sentence highest that is most similar to the others', () => {
    const ranks = textRank([['launch', 'date'], ['launch', 'date', 'invoices'], ['invoices', 'late'], ['weather']]);

    expect(ranks.indexOf(Math.max(...ranks))).toBe(1);
    expect(ranks.indexOf(Math.min(...ranks))).toBe(3);
  });

  it('is empty without sentences', () => {
    expect(textRank([])).toEqual([]);
  });

  it('is finite and positive for every sentence, and the same each time', () => {
    const terms = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));

    fc.assert(
      fc.property(fc.array(terms, { maxLength: 20 }), (sentences) => {
        const ranks = textRank(sentences);

        expect(ranks).toHaveLength(sentences.length);
        expect(ranks.every((rank) => Number.isFinite(rank) && rank > 0)).toBe(true);
        expect(textRank(sentences)).toEqual(ranks);
      }),
    );
  });
});
