import * as fc from 'fast-check';
import type { Word } from '#shared/meetings/results/rules/results';
import { wordsOf } from '#shared/texts/conversations/rules/corrected-words';
import { describe, expect, it } from '#test/support/jest';

/** One word a second. */
const spoken = (text: string): Word[] =>
  text.split(' ').map((word, at) => ({ text: word, start: at, end: at + 1, confidence: 0.9 }));

const times = (words: readonly Word[]) => words.map(({ text, start, end }) => [text, start, end]);

describe('the words of a corrected segment', () => {
  it('keep their times where their text is unchanged, and a new word has the time between its neighbours', () => {
    const before = spoken('we ship on Tuesday I think');

    const words = wordsOf({ text: 'we ship on Thursday I think', start: 0, end: 6 }, before);

    expect(words).toEqual([
      ...before.slice(0, 3),
      { ...before[3], text: 'Thursday', confidence: null },
      ...before.slice(4),
    ]);
  });

  it('share the time between two kept words by their length', () => {
    const words = wordsOf({ text: 'we a bcd ship', start: 0, end: 6 }, [
      { text: 'we', start: 0, end: 1, confidence: null },
      { text: 'ship', start: 5, end: 6, confidence: null },
    ]);

    expect(times(words)).toEqual([
      ['we', 0, 1],
      ['a', 1, 2],
      ['bcd', 2, 5],
      ['ship', 5, 6],
    ]);
  });

  it('are none where there were none', () => {
    expect(wordsOf({ text: 'we ship', start: 0, end: 2 }, [])).toEqual([]);
  });

  it('lose the times that lie outside a shortened segment', () => {
    const words = wordsOf({ text: 'we ship', start: 0, end: 1 }, spoken('we ship'));

    expect(times(words)).toEqual([
      ['we', 0, 1],
      ['ship', 1, 1],
    ]);
  });

  it('are the text, in order and within the segment, whatever is corrected', async () => {
    const word = fc.constantFrom('a', 'bb', 'the', 'ship', 'on');
    const sentence = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(' '));

    await fc.assert(
      fc.asyncProperty(sentence, sentence, async (before, text) => {
        const end = before.split(' ').length;
        const words = wordsOf({ text, start: 0, end }, spoken(before));

        expect(words.map((one) => one.text).join(' ')).toBe(text);
        const bounds = words.flatMap(({ start, end: until }) => [start, until]);
        expect(bounds).toEqual(bounds.toSorted((one, other) => one - other));
        expect(bounds.every((at) => at >= 0 && at <= end)).toBe(true);
      }),
    );
  });

  it('of a long segment without a common word are found in linear time', () => {
    const before = spoken(Array.from({ length: 5_000 }, (_, nth) => `a${nth}`).join(' '));
    const text = Array.from({ length: 5_000 }, (_, nth) => `b${nth}`).join(' ');

    expect(wordsOf({ text, start: 0, end: 5_000 }, before)).toHaveLength(5_000);
  });
});
