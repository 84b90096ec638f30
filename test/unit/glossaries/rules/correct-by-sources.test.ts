import fc from 'fast-check';
import type { Segment } from '#shared/meetings/results/rules/results';
import { correctBySources } from '#shared/texts/glossaries/rules/correct-by-sources';
import { indexSources } from '#shared/texts/glossaries/rules/source-index';
import { describe, expect, it } from '#test/support/jest';

const term = (source: string, caseSensitive = false) => ({ source, caseSensitive });

const aSegment = (text: string): Segment => ({
  ...{ id: 'seg_1', speakerId: null, start: 0, end: text.split(' ').length, text, confidence: null },
  words: text.split(' ').map((word, at) => ({ text: word, start: at, end: at + 0.5, confidence: 0.9 })),
});

const correctedOf = (text: string, sources: readonly (string | ReturnType<typeof term>)[]): Segment => {
  const index = indexSources(sources.map((one) => (typeof one === 'string' ? term(one) : one)));
  const { segments } = correctBySources({ language: 'en', speakers: [], segments: [aSegment(text)] }, index);
  return segments[0] ?? aSegment('');
};

const textOf = (...asked: Parameters<typeof correctedOf>) => correctedOf(...asked).text;

describe('recognized text with the sources of a glossary', () => {
  it.each([
    ['case', 'we use postgresql and aws.', ['PostgreSQL', 'AWS'], 'we use PostgreSQL and AWS.'],
    ['a slip of a letter', 'ask Fabricam, please', ['Fabrikam'], 'ask Fabrikam, please'],
    ['two slips in a long word', 'the cubernetis cluster', ['Kubernetes'], 'the Kubernetes cluster'],
    ['a word that was divided', 'the web hock failed', ['webhook'], 'the webhook failed'],
    ['words that were joined', 'our betalaunch', ['beta launch'], 'our beta launch'],
    ['a hyphen', 'send an e-mail', ['email'], 'send an email'],
    ['the possessive', "fabricam's price", ['Fabrikam'], "Fabrikam's price"],
    ['quotation marks', 'say “fabricam”!', ['Fabrikam'], 'say “Fabrikam”!'],
    ['the beginning of a sentence', 'Web hooks. Webhuok sent.', ['webhook'], 'Web hooks. Webhook sent.'],
    ['a small letter at its beginning', 'my Iphone', ['iPhone'], 'my iPhone'],
    ['letters with marks', 'Herr Müler', ['Müller'], 'Herr Müller'],
  ])('is corrected: %s', (_what, text, sources, expected) => {
    expect(textOf(text, sources)).toBe(expected);
  });

  it.each([
    ['short words', 'the acne cream', ['Acme']],
    ['other forms of a word', 'two Stripes, striped, a strip', ['Stripe']],
    ['other numbers', 'model GPT-5 and code PRD0002', ['GPT-4', 'PRD0001']],
    ['what is as near to two sources', 'ask Marlin', ['Martin', 'Merlin']],
    ['a word of its own beside a source', 'a webhook', ['webhook']],
    ['a short word in a phrase', 'to live', ['go live']],
    ['words of two clauses', 'on the web. Hook it', ['webhook']],
    ['another case of a term that is case-sensitive', 'an apple', [term('Apple', true)]],
    ['phrases of more than five words', 'one two three four five sux', ['one two three four five six']],
    ['text without sources', 'nothing of it', []],
  ])('stays: %s', (_what, text, sources) => {
    expect(textOf(text, sources)).toBe(text);
  });

  it('keeps the times of words that stay, and divides those of words that are replaced', () => {
    const { words } = correctedOf('the web hook of betalaunch', ['webhook', 'beta launch']);

    expect(words).toEqual([
      { text: 'the', start: 0, end: 0.5, confidence: 0.9 },
      { text: 'webhook', start: 1, end: 2.5, confidence: null },
      { text: 'of', start: 3, end: 3.5, confidence: 0.9 },
      { text: 'beta', start: 4, end: 4.2, confidence: null },
      { text: 'launch', start: 4.2, end: 4.5, confidence: null },
    ]);
  });

  it('keeps sources as they are written, however many there are', () => {
    const word = fc.stringMatching(/^[a-z]{1,9}$/);
    const sources = fc.uniqueArray(
      fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
      { minLength: 1, maxLength: 8, selector: (source) => source.replaceAll(' ', '') },
    );
    fc.assert(
      fc.property(sources, fc.nat(), (all, nth) => {
        const source = all[nth % all.length] ?? '';

        expect(textOf(source, all)).toBe(source);
      }),
    );
  });

  it('has words in order, within the segment, that make up its text', () => {
    const words = fc.array(
      fc.constantFrom('web', 'hook', 'Webhok,', 'beta', 'lunch', 'launch.', 'a', "beta's", '“web'),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(words, (spoken) => {
        const segment = correctedOf(spoken.join(' '), ['webhook', 'beta launch', 'beta']);

        const times = segment.words.flatMap(({ start, end }) => [start, end]);
        expect(segment.words.map(({ text }) => text).join(' ')).toBe(segment.text);
        expect(times).toEqual(times.toSorted((one, other) => one - other));
        expect(times.at(-1)).toBeLessThanOrEqual(segment.end);
      }),
    );
  });
});
