import fc from 'fast-check';
import { charactersIn } from '#shared/foundation/core/text';
import { amazonEngine } from '#shared/texts/translation/amazon-translate/amazon-engine';
import { checkedTranslator } from '#shared/texts/translation/checked-translator';
import { modelEngine } from '#shared/texts/translation/model-engine/model-engine';
import type { TranslationEngine } from '#shared/texts/translation/ports';
import { pseudoEngine } from '#shared/texts/translation/pseudo-engine';
import type { Term } from '#shared/texts/translation/rules/find-terms';
import { translatedCharacters } from '#shared/texts/translation/rules/translated-characters';
import { describe, expect, it } from '#test/support/jest';
import { aTranslationRequest, segmentsOf } from '#test/support/translation-requests';

/** An engine that says what `say` makes of each text, and the requests that it got. */
function anEngine(say: (text: string) => string | undefined, limits = { bytes: 60, texts: 3 }) {
  const requests: (readonly string[])[] = [];
  const engine: TranslationEngine = {
    name: 'pseudo',
    limits: { first: limits, second: { ...limits, texts: 1 } },
    translate: async (texts) => {
      requests.push(texts);
      return texts.map(say);
    },
  };
  return { translator: checkedTranslator(engine), requests };
}

const GERMAN = { the: 'die', has: 'hat', parts: 'Teile', writes: 'schreibt', notes: 'Notizen' } as const;

const inGerman = (text: string): string =>
  text.replaceAll(/the|has|parts|writes|notes/g, (word) => GERMAN[word as keyof typeof GERMAN]);

describe('a translation', () => {
  it('by pseudo-localization keeps length, numbers and the terms of the glossary', async () => {
    expect(await checkedTranslator(pseudoEngine()).translate(aTranslationRequest())).toEqual({
      status: 'done',
      engine: 'pseudo',
      segments: [
        { id: 'seg_1', text: 'Áďá, ťĥé Freigabe ĥáš 12 pářťš.' },
        { id: 'seg_2', text: 'Béñ ŵříťéš ťĥé ñöťéš.' },
      ],
      issues: [],
    });
  });

  it.each(['会議を始めます。', 'שלום לכולם', 'MVP'])(
    'by pseudo-localization marks a text of other letters: %s',
    async (text) => {
      const request = aTranslationRequest({ segments: segmentsOf([text]), from: null, terms: [] });

      expect(await checkedTranslator(pseudoEngine()).translate(request)).toMatchObject({
        segments: [{ text: `${text} (ťř)` }],
        issues: [],
      });
    },
  );

  it('asks once more for the segments that lost something, alone and with other placeholders', async () => {
    const { translator, requests } = anEngine((text) => inGerman(text).replace(/⟦1⟧/, 'Version'));

    const translation = await translator.translate(aTranslationRequest());

    expect(translation).toMatchObject({ segments: [{ text: 'Ada, die Freigabe hat 12 Teile.' }, {}], issues: [] });
    expect(requests).toEqual([
      ['Ada, the ⟦1⟧ has 12 parts.', 'Ben writes the notes.'],
      ['Ada, the __1__ has 12 parts.'],
    ]);
  });

  it('reports what did not survive a second asking either', async () => {
    const { translator, requests } = anEngine((text) => inGerman(text).replace('12', 'zwölf').replace('Ben', 'Er'));

    expect(await translator.translate(aTranslationRequest())).toMatchObject({
      status: 'done',
      issues: [
        { segmentId: 'seg_1', kind: 'number', missing: '12' },
        { segmentId: 'seg_2', kind: 'name', missing: 'Ben' },
      ],
    });
    expect(requests).toHaveLength(3);
  });

  it('has the text of the source, reported, for a segment that the engine does not translate', async () => {
    const { translator } = anEngine((text) => (text.startsWith('Ben') ? undefined : inGerman(text)));

    expect(await translator.translate(aTranslationRequest())).toMatchObject({
      segments: [{ id: 'seg_1' }, { id: 'seg_2', text: 'Ben writes the notes.' }],
      issues: [{ segmentId: 'seg_2', kind: 'missing', missing: '' }],
    });
  });

  it('reports segments that the engine gives back as they are, after a second asking', async () => {
    const { translator, requests } = anEngine((text) => text);

    expect(await translator.translate(aTranslationRequest())).toMatchObject({
      segments: [{ text: 'Ada, the Freigabe has 12 parts.' }, { text: 'Ben writes the notes.' }],
      issues: [
        { segmentId: 'seg_1', kind: 'untranslated' },
        { segmentId: 'seg_2', kind: 'untranslated' },
      ],
    });
    expect(requests).toHaveLength(3);
  });

  it('keeps the better of two answers', async () => {
    const { translator } = anEngine((text) =>
      text.includes('__1__') ? undefined : inGerman(text).replace('12', 'zwölf'),
    );

    expect(await translator.translate(aTranslationRequest())).toMatchObject({
      segments: [{ text: 'Ada, die Freigabe hat zwölf Teile.' }, {}],
      issues: [{ segmentId: 'seg_1', kind: 'number', missing: '12' }],
    });
  });

  it('reports a term that it left in the text, since there was no room for its placeholder, and that the engine dropped', async () => {
    const { translator, requests } = anEngine((text) => text.replaceAll('的', 'of').replaceAll('会', 'the'));
    const terms = [
      { source: '的', target: 'Of', caseSensitive: false },
      { source: '会', target: 'meeting', caseSensitive: false },
    ];
    const segments = segmentsOf(['的的的的的的的的的的的的的的的的的的的会']);

    expect(await translator.translate(aTranslationRequest({ segments, terms }))).toMatchObject({
      issues: [{ segmentId: '1', kind: 'term', missing: 'meeting' }],
    });
    expect(requests.flat().join('')).not.toMatch(/[⟦_]/);
  });

  it('fails as the engine does', async () => {
    const failure = { status: 'failed', reason: 'language_not_supported', detail: 'No Klingon.' } as const;
    const engine = { ...pseudoEngine(), translate: async () => failure };

    expect(await checkedTranslator(engine).translate(aTranslationRequest())).toEqual(failure);
  });

  it('prolongs its lease after each request', async () => {
    let times = 0;
    const onProgress = async () => {
      times += 1;
    };
    const { translator, requests } = anEngine(inGerman, { bytes: 20, texts: 1 });

    await translator.translate(aTranslationRequest({ onProgress }));

    expect([times, requests.length]).toEqual([4, 4]);
  });
});

it('has one segment for each of the source, in order and with its id, whatever the texts and the answers are', async () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 150 }), { maxLength: 12 });
  const answer = fc.oneof(fc.constant(undefined), fc.string(), fc.constant('⟦1⟧ __2__'));
  await fc.assert(
    fc.asyncProperty(texts, fc.infiniteStream(answer), async (said, answers) => {
      const { translator, requests } = anEngine(() => answers.next().value);
      const segments = segmentsOf(said);

      const translation = await translator.translate(aTranslationRequest({ segments }));

      expect(requests.flat().filter((text) => text.trim() === '')).toEqual([]);
      if (translation.status !== 'done') return;
      expect(translation.segments.map(({ id }) => id)).toEqual(segments.map(({ id }) => id));
      const isBlank = translation.segments.map(({ text }) => text.trim() === '');
      expect(isBlank).toEqual(said.map((text) => text.trim() === ''));
    }),
    { seed: 1_124, numRuns: 200 },
  );
});

/** All that an engine is sent of the segments in both askings, where nothing that it answers counts. */
async function charactersSent(said: readonly string[], terms: readonly Term[], engine: Limited): Promise<number> {
  let sent = 0;
  const translator = checkedTranslator({
    ...{ name: 'pseudo', limits: engine.limits },
    translate: async (texts) => {
      sent += charactersIn(texts.join('\n'));
      return texts.map(() => undefined);
    },
  });
  await translator.translate(aTranslationRequest({ segments: segmentsOf(said), terms }));
  return sent;
}

type Limited = Pick<TranslationEngine, 'limits'>;

const countedFor = (said: readonly string[]): number => translatedCharacters(said.map((text) => ({ text })));

const aTerm = (source: string): Term => ({ source, target: 'x', caseSensitive: false });

/** Two askings, each at most a tenth longer than what is counted. */
const MOST_SENT = 2.2;

describe('what an engine is sent of a text in both askings is at most 2.2 times what is counted', () => {
  const engines: readonly (readonly [string, Limited])[] = [
    ['Amazon Translate', amazonEngine({ send: async () => ({}) })],
    ['a model', modelEngine({ answer: async () => undefined })],
  ];

  it.each(
    engines.flatMap(([name, engine]) =>
      (
        [
          ['brackets of placeholders alone', ['⟦'.repeat(6_000)], []],
          ['underscores in pairs', ['__a'.repeat(2_000)], []],
          ['a term of one Chinese character', ['的'.repeat(6_000)], ['的']],
          ['a term of one letter', ['a '.repeat(3_000)], ['a']],
          ['many segments of a term of one letter', Array(500).fill('a '.repeat(10)), ['a']],
          ['letters that NFC takes apart', ['\uFB2C'.repeat(6_000)], []],
        ] as const
      ).map(([what, said, sources]) => ({ what, name, engine, said, sources })),
    ),
  )('for $what, sent to $name', async ({ engine, said, sources }) => {
    const sent = await charactersSent(said, sources.map(aTerm), engine);

    expect(sent / countedFor(said)).toBeLessThanOrEqual(MOST_SENT);
  });

  it('for any texts and glossaries', async () => {
    const piece = fc.constantFrom('__', '_a', '⟦', '⟧', '1', 'a', 'b ', ' ', '的', '会议', '\uFB2C', '😀', '\u0001');
    const repeated = fc.tuple(piece, fc.integer({ min: 1, max: 200 })).map(([one, times]) => one.repeat(times));
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.array(fc.oneof(piece, repeated), { maxLength: 30 }).map((each) => each.join('')),
    );
    const terms = fc.array(fc.constantFrom('a', 'b', '的', '会', '会議', '1', '😀').map(aTerm), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 120 }),
        terms,
        fc.constantFrom(...engines),
        async (said, glossary, [, engine]) => {
          expect((await charactersSent(said, glossary, engine)) / countedFor(said)).toBeLessThanOrEqual(MOST_SENT);
        },
      ),
      { seed: 1_124, numRuns: 200 },
    );
  });
});
