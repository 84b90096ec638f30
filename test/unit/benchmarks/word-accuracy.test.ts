import { wordAccuracy, wordErrors, wordsOf } from '#test/benchmarks/speech/word-accuracy';
import { describe, expect, it } from '#test/support/jest';

describe('the word accuracy of a transcript', () => {
  it('ignores case and punctuation', () => {
    expect(wordsOf("Let's check: the Invoices, AGAIN.")).toEqual(["let's", 'check', 'the', 'invoices', 'again']);
  });

  it.each([
    ['the same words', 'a b c', 'a b c', 0],
    ['another word', 'a b c', 'a x c', 1],
    ['a word that is missing', 'a b c', 'a c', 1],
    ['a word too many', 'a b c', 'a b b c', 1],
    ['no words', 'a b c', '', 3],
    ['words where none were said', '', 'a b', 2],
  ])('counts the errors of %s', (_case, reference, heard, errors) => {
    expect(wordErrors(wordsOf(reference), wordsOf(heard))).toBe(errors);
  });

  it('is the share of words without an error', () => {
    expect(wordAccuracy('We ship on Friday.', 'we ship a Friday')).toBe(0.75);
  });
});
