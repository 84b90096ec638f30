import { checkTranslation } from '#shared/translation/rules/check-translation';
import { missingNames } from '#shared/translation/rules/missing-names';
import { missingNumbers } from '#shared/translation/rules/missing-numbers';
import { describe, expect, it } from '#test/support/jest';

describe('numbers of a source', () => {
  it.each([
    ['It costs 1,234.50 euros', 'Es kostet 1.234,50 Euro'],
    ['5,000 people', '5 000 personnes'],
    ['at 10:30 in 2026', '2026 um 10.30 Uhr'],
    ['12,34,567 rupees', '1,234,567 Rupien'],
    ['1 thing', 'eine Sache'],
    ['page 12', 'صفحة ١٢'],
    ['09 May', '9. Mai'],
  ])('%j are in %j', (source, translation) => {
    expect(missingNumbers(source, translation)).toEqual([]);
  });

  it.each([
    ['12 of 40', '12 von 14', ['40']],
    ['12 and 12', 'zweimal 12', ['12']],
    ['1,234 euros', '1.243 Euro', ['1234']],
  ])('%j are not all in %j', (source, translation, missing) => {
    expect(missingNumbers(source, translation)).toEqual(missing);
  });
});

describe('names of people', () => {
  const names = ['Anna Müller', 'Ben'];

  it.each([
    ['Anna asks Ben.', 'Zapytaj Annę i Bena.', 'pl', []],
    ['Müller speaks.', 'Muller habla.', 'es', []],
    ['Anna asks Ben.', 'Anna pregunta.', 'es', ['Ben']],
    ['Anna asks.', 'アンナが聞く。', 'ja', []],
    ['They ask.', 'Preguntan.', 'es', []],
  ])('in %j and %j (%s): missing %j', (source, translation, to, missing) => {
    expect(missingNames(source, translation, { names, to })).toEqual(missing);
  });
});

describe('a translation', () => {
  const facts = { masked: 'Ben has ⟦1⟧ and 12 euros.', targets: ['die 30er Karte'], names: ['Ben'], to: 'de' };

  it('has the targets of its terms and no issue where everything survived', () => {
    expect(checkTranslation(' Ben hat ⟦1⟧\nund 12 Euro. ', facts)).toEqual({
      text: 'Ben hat die 30er Karte und 12 Euro.',
      issues: [],
    });
  });

  it('has an issue for each term, number and name that it lost', () => {
    expect(checkTranslation('Er hat Geld.', facts)?.issues).toEqual([
      { kind: 'term', missing: 'die 30er Karte' },
      { kind: 'number', missing: '12' },
      { kind: 'name', missing: 'Ben' },
    ]);
  });

  it.each([
    ['blank', ' \n'],
    ['made of placeholders that stand for nothing', '⟦9⟧'],
    ['far longer', 'x'.repeat(1_000)],
  ])('is none where it is %s', (_, translated) => {
    expect(checkTranslation(translated, facts)).toBeUndefined();
  });
});
