import fc from 'fast-check';
import { indexTerms, type Term } from '#shared/texts/translation/rules/find-terms';
import { maskTerms, type PlaceholderForm, unmaskTerms } from '#shared/texts/translation/rules/mask-terms';
import { normalized } from '#shared/texts/translation/rules/normalized-text';
import { describe, expect, it } from '#test/support/jest';

const aTerm = (source: string, target: string, caseSensitive = false): Term => ({ source, target, caseSensitive });
const TERMS = [
  aTerm('release', 'Version'),
  aTerm('release notes', 'Hinweise'),
  aTerm('SOAP', 'SOAP', true),
  aTerm('会議', 'meeting'),
];

const masked = (text: string) => maskTerms(normalized(text), indexTerms(TERMS), 'brackets');

describe('masked terms', () => {
  it.each([
    ['The Release is out.', 'The ⟦1⟧ is out.', ['Version']],
    ['release notes of a release', '⟦1⟧ of a ⟦2⟧', ['Hinweise', 'Version']],
    ['releases, prerelease, release2', 'releases, prerelease, release2', []],
    ['soap and SOAP', 'soap and ⟦1⟧', ['SOAP']],
    ['今日の会議です', '今日の⟦1⟧です', ['meeting']],
    ['release\n notes', '⟦1⟧', ['Hinweise']],
    ['a ⟦1⟧ release', 'a [1] ⟦1⟧', ['Version']],
    ['an __init__', 'an ⟦1⟧init⟦2⟧', ['__', '__']],
    ['a\u0001\u0002 release', 'a ⟦1⟧', ['Version']],
  ])('%j is masked as %j', (text, expected, targets) => {
    expect(masked(text)).toEqual({ text: expected, targets, unmasked: [] });
  });

  it('stay where placeholders would make the text more than a tenth longer, and underscores in a row are one', () => {
    const text = `${'今日の会議'.repeat(4)} ${'__a'.repeat(10)}`;

    const { text: sent, targets, unmasked } = maskTerms(text, indexTerms(TERMS), 'underscores');

    expect(sent).toBe(`今日の__1__${'今日の会議'.repeat(3)} ${'_a'.repeat(10)}`);
    expect([targets, unmasked]).toEqual([['meeting'], ['meeting', 'meeting', 'meeting']]);
  });

  it('are put back where the engine moved them, in the digits and spaces that it writes', () => {
    expect(unmaskTerms('Von ⟦ 2 ⟧: ⟦١⟧ und ⟦1⟧', ['A', 'B'])).toEqual({ text: 'Von B: A und A', missing: [] });
  });

  it('are missing where the engine dropped them, and one that it made up is removed', () => {
    expect(unmaskTerms('Hier⟦7⟧ ist ⟦2⟧', ['A', 'B'])).toEqual({ text: 'Hier ist B', missing: ['A'] });
  });

  it('have the first target of two with one source', () => {
    const index = indexTerms([aTerm('Release', 'first'), aTerm('release', 'second')]);

    expect(maskTerms('release', index, 'brackets').targets).toEqual(['first']);
  });
});

const pieces = fc.constantFrom('__', '_', '⟦', '⟧', '1', 'a', 'İ', ' ', '!', '会', '😀', '١', 'release');
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(pieces).map((each) => each.join('')),
);
const anyForm = fc.constantFrom<PlaceholderForm>('brackets', 'underscores');

/** As what looks like placeholders is written where it has none. */
const withoutLookalikes = (text: string): string =>
  text.replaceAll('⟦', '[').replaceAll('⟧', ']').replaceAll(/_{2,}/g, '_');

it('a text that is masked and put back with its own terms is the text, whatever the text and the terms are', () => {
  fc.assert(
    fc.property(anyText, fc.array(anyText), anyForm, (text, sources, form) => {
      const index = indexTerms(sources.map((source) => aTerm(normalized(source), normalized(source), true)));
      const { text: hidden, targets } = maskTerms(normalized(text), index, form);

      const back = unmaskTerms(hidden, targets);
      expect(back.missing).toEqual([]);
      expect(withoutLookalikes(back.text)).toBe(withoutLookalikes(normalized(text)));
    }),
    { seed: 1_124, numRuns: 2_000 },
  );
});
