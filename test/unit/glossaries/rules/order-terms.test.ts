import { tagsOf, termsInto } from '#shared/texts/glossaries/rules/order-terms';
import { describe, expect, it } from '#test/support/jest';

const term = (source: string, targets: Readonly<Record<string, string>>) => ({ source, targets, caseSensitive: false });

describe('the terms of an order', () => {
  it('are those with a translation into the language, of all glossaries in their order', () => {
    const terms = termsInto([[term('launch', { fr: 'lancement', de: 'Start' })], [term('Acme', { de: 'Acme' })]], 'de');

    expect(terms).toEqual([
      { source: 'launch', target: 'Start', caseSensitive: false },
      { source: 'Acme', target: 'Acme', caseSensitive: false },
    ]);
  });

  it('have the translation for the variety, or for the language', () => {
    const glossary = [term('train', { pt: 'comboio', 'pt-BR': 'trem' }), term('bus', { pt: 'autocarro' })];

    expect(termsInto([glossary], 'pt-BR').map(({ target }) => target)).toEqual(['trem', 'autocarro']);
    expect(termsInto([glossary], 'pt').map(({ target }) => target)).toEqual(['comboio', 'autocarro']);
  });

  it('have no translation of another variety', () => {
    expect(termsInto([[term('train', { 'pt-BR': 'trem' })]], 'pt-PT')).toEqual([]);
  });
});

describe('the tags of a language', () => {
  it.each([
    ['en-gb', ['en-GB', 'en']],
    ['zh-Hant-TW', ['zh-Hant-TW', 'zh']],
    ['de', ['de']],
  ])('of %s begin with itself', (language, tags) => {
    expect(tagsOf(language)).toEqual(tags);
  });
});
