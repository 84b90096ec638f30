import fc from 'fast-check';
import { indexTerms, type Term } from '#shared/translation/rules/find-terms';
import { maskTerms, normalized, type PlaceholderForm, unmaskTerms } from '#shared/translation/rules/mask-terms';
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
    ['a ⟦1⟧ release', 'a ⟦1⟧1⟦2⟧ ⟦3⟧', ['⟦', '⟧', 'Version']],
  ])('%j is masked as %j', (text, expected, targets) => {
    expect(masked(text)).toEqual({ text: expected, targets });
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

it('a text that is masked and put back with its own terms is the text, whatever the text and the terms are', () => {
  fc.assert(
    fc.property(anyText, fc.array(anyText), anyForm, (text, sources, form) => {
      const index = indexTerms(sources.map((source) => aTerm(normalized(source), normalized(source), true)));
      const { text: hidden, targets } = maskTerms(normalized(text), index, form);

      expect(unmaskTerms(hidden, targets)).toEqual({ text: normalized(text), missing: [] });
    }),
    { seed: 1_124, numRuns: 2_000 },
  );
});
