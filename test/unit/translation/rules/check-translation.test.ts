import fc from 'fast-check';
import { checkTranslation } from '#shared/texts/translation/rules/check-translation';
import { missingNames } from '#shared/texts/translation/rules/missing-names';
import { missingNumbers } from '#shared/texts/translation/rules/missing-numbers';
import { missingTimes } from '#shared/texts/translation/rules/missing-times';
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

describe('clock times of a source', () => {
  it.each([
    ['at 10:30', 'um 10.30 Uhr'],
    ['at 5:30 pm', 'um 17:30 Uhr'],
    ['at 5 p.m.', 'à 17 heures'],
    ['at 12 am', 'um 0 Uhr'],
    ['at 2:30', 'à 14h30'],
    ['at 9:05 am and 9:05 pm', 'um 9:05 und um 21:05 Uhr'],
    ['at 10:30', 'في ١٠:٣٠'],
    ['at 2:30 pm', '午後14時30分に'],
  ])('%j are in %j', (source, translation) => {
    expect(missingTimes(source, translation).missing).toEqual([]);
  });

  it.each([
    ['at 10:30', 'um 10:13 Uhr', ['10:30']],
    ['at 5 pm', 'um 5 Uhr früh, 05:00', []],
    ['at 17:30', 'at 5:30 am', ['17:30']],
    ['at 8 am and at 8 am', 'um 8 Uhr', ['8 am']],
    ['from 9:00 to 10:30', 'den ganzen Tag', ['9:00', '10:30']],
  ])('of %j are not all in %j', (source, translation, missing) => {
    expect(missingTimes(source, translation).missing).toEqual(missing);
  });

  it('are all in the same text again, in whatever form each is written', () => {
    const hour = fc.integer({ min: 0, max: 24 });
    const minute = fc.integer({ min: 0, max: 59 }).map((one) => String(one).padStart(2, '0'));
    const written = fc.constantFrom('H:MM', 'H:MM pm', 'H am', 'HhMM', 'H.MM Uhr', 'H Uhr', 'H時MM分', '1H');
    const times = fc.array(fc.tuple(written, hour, minute), { maxLength: 12 });
    fc.assert(
      fc.property(times, (some) => {
        const text = some.map(([form, h, m]) => form.replace('H', String(h)).replace('MM', m)).join(' and ');

        expect(missingTimes(text, text)).toMatchObject({ missing: [] });
      }),
    );
  });

  it('are compared in linear time', () => {
    const text = Array.from({ length: 60_000 }, (_, nth) => `${nth % 12}:${10 + (nth % 50)}`).join(' ');

    expect(missingTimes(text, '7 '.repeat(60_000)).missing).toHaveLength(60_000);
    expect(missingTimes(text, text).missing).toEqual([]);
    expect(missingNumbers(text.replaceAll(':', ' '), '7')).toHaveLength(70_000);
  });

  it('are no numbers besides', () => {
    const facts = {
      masked: 'At 10:30 pm we had 40 guests.',
      targets: [],
      unmasked: [],
      names: [],
      from: 'en',
      to: 'de',
    };

    expect(checkTranslation('Um 22.30 Uhr hatten wir 40 Gäste.', facts).issues).toEqual([]);
    expect(checkTranslation('Abends hatten wir Gäste.', facts).issues).toEqual([
      { kind: 'time', missing: '10:30 pm' },
      { kind: 'number', missing: '40' },
    ]);
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
  const facts = {
    masked: 'Ben has ⟦1⟧ and 12 euros.',
    targets: ['die 30er Karte'],
    unmasked: [],
    names: ['Ben'],
    from: 'en',
    to: 'de',
  };

  it('has the targets of its terms and no issue where everything survived', () => {
    expect(checkTranslation(' Ben hat ⟦1⟧\nund 12 Euro. ', facts)).toEqual({
      text: 'Ben hat die 30er Karte und 12 Euro.',
      issues: [],
    });
  });

  it('has an issue for each term, number and name that it lost', () => {
    expect(checkTranslation('Er hat Geld.', facts).issues).toEqual([
      { kind: 'term', missing: 'die 30er Karte' },
      { kind: 'number', missing: '12' },
      { kind: 'name', missing: 'Ben' },
    ]);
  });

  it.each([
    ['blank', ' \n', 'missing'],
    ['made of placeholders that stand for nothing', '⟦9⟧', 'missing'],
    ['far longer', 'x'.repeat(1_000), 'length'],
  ])('is none where it is %s', (_, translated, kind) => {
    expect(checkTranslation(translated, facts)).toEqual({ text: undefined, issues: [{ kind, missing: '' }] });
  });

  it('has an issue where it is a small part of a sentence', () => {
    const masked = 'We agreed to move the launch to the second week of October.';
    const issuesOf = (text: string) =>
      checkTranslation(text, { masked, targets: [], unmasked: [], names: [], from: 'en', to: 'zh' });

    expect(issuesOf('发布')).toEqual({ text: '发布', issues: [{ kind: 'length', missing: '' }] });
    expect(issuesOf('我们同意将发布推迟到十月的第二周。').issues).toEqual([]);
  });

  it.each([
    ['Good morning, everyone.', 'Good morning everyone', 'en', 'de'],
    ['Guten Morgen', 'Guten Morgen.', 'de', 'en'],
    ['Okay.', 'Okay.', 'en', 'fr'],
    ['会議を始めます。', '会議を始めます。', 'ja', 'en'],
    ['Ben has 12 euros.', 'ben has 12 euros.', null, 'de'],
  ])('%j is untranslated as %j', (masked, translated, from, to) => {
    const { issues } = checkTranslation(translated, { masked, targets: [], unmasked: [], names: ['Ben'], from, to });

    expect(issues).toEqual([{ kind: 'untranslated', missing: '' }]);
  });

  it.each([
    ['a name', 'Ben.', 'Ben.', 'en', 'de'],
    ['a name in Hebrew', 'נועה', 'נועה', 'he', 'en'],
    ['a name of two words', 'Microsoft Teams', 'Microsoft Teams', 'en', 'de'],
    ['an abbreviation', 'IBM, OK.', 'IBM, OK.', 'en', 'de'],
    ['a number', '12:30', '12:30', 'en', 'de'],
    ['without letters', '👍 12!', '👍 12!', 'en', 'de'],
    ['a term', '⟦1⟧.', '⟦1⟧.', 'en', 'de'],
    ['in another variety', 'Bom dia a todos.', 'Bom dia a todos.', 'pt', 'pt-BR'],
  ])('is no issue where the same is %s', (_what, masked, translated, from, to) => {
    const facts = {
      masked,
      targets: masked.includes('⟦1⟧') ? ['Karte'] : [],
      unmasked: [],
      names: ['Ben', 'נועה'],
      from,
      to,
    };

    expect(checkTranslation(translated, facts).issues).toEqual([]);
  });
});
