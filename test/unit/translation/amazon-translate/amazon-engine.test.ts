import { TranslateClient, TranslateTextCommand } from '@aws-sdk/client-translate';
import { mockClient } from 'aws-sdk-client-mock';
import { amazonEngine } from '#shared/texts/translation/amazon-translate/amazon-engine';
import { checkedTranslator } from '#shared/texts/translation/checked-translator';
import { aTranslateServer } from '#test/doubles/models/a-translate-server';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { aTranslationRequest, segmentsOf } from '#test/support/translation-requests';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** The translator behind the wire of Amazon Translate. */
async function onTheWire(say: Parameters<typeof aTranslateServer>[0]) {
  const server = await aTranslateServer(say);
  const client = new TranslateClient({
    region: 'eu-central-1',
    endpoint: server.origin,
    credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' },
    maxAttempts: 1,
  });
  closing.push(() => client.destroy(), server.close);
  return { translator: checkedTranslator(amazonEngine(client)), asked: server.asked };
}

/** The translator of a client that throws an error of this name. */
function aClientThatThrows(name: string) {
  const client = new TranslateClient({ region: 'eu-central-1' });
  const translate = mockClient(client);
  translate.on(TranslateTextCommand).rejects(Object.assign(new Error('Account 1111.'), { name }));
  return { translator: checkedTranslator(amazonEngine(client)), calls: () => translate.calls().length };
}

describe('a translation by Amazon Translate', () => {
  it('has the lines of one request as its segments', async () => {
    const { translator, asked } = await onTheWire(({ Text }) =>
      Text.replace('has 12 parts', 'hat 12 Teile').replace('writes the notes', 'schreibt'),
    );

    expect(await translator.translate(aTranslationRequest({ formality: 'formal' }))).toEqual({
      status: 'done',
      engine: 'amazon_translate',
      segments: [
        { id: 'seg_1', text: 'Ada, the Freigabe hat 12 Teile.' },
        { id: 'seg_2', text: 'Ben schreibt.' },
      ],
      issues: [],
    });
    expect(asked()).toEqual([
      {
        SourceLanguageCode: 'en',
        TargetLanguageCode: 'de',
        Text: 'Ada, the ⟦1⟧ has 12 parts.\nBen writes the notes.',
        Settings: { Formality: 'FORMAL' },
      },
    ]);
  });

  it('asks for each segment alone where the answer has another number of lines', async () => {
    const { translator, asked } = await onTheWire(({ Text }) => Text.replaceAll('\n', ' ').replaceAll('.', '. Ja.'));

    expect(await translator.translate(aTranslationRequest())).toMatchObject({ status: 'done', issues: [] });
    expect(asked().map(({ Text }) => Text)).toEqual([
      'Ada, the ⟦1⟧ has 12 parts.\nBen writes the notes.',
      'Ada, the __1__ has 12 parts.',
      'Ben writes the notes.',
    ]);
  });

  it('keeps within 10,000 bytes a request, with segments of any length', async () => {
    const { translator, asked } = await onTheWire(({ Text }) => Text);
    const segments = segmentsOf(['Wir prüfen das. '.repeat(2_000).trim(), '会議です。'.repeat(900), 'Kurz.']);

    expect(await translator.translate(aTranslationRequest({ segments, from: 'ja' }))).toMatchObject({
      status: 'done',
      segments,
      issues: segments.map(({ id }) => ({ segmentId: id, kind: 'untranslated' })),
    });
    expect(asked().length).toBeGreaterThanOrEqual(5);
  });

  it('is from a language that Translate finds out where it is not known', async () => {
    const { translator, asked } = await onTheWire(({ Text }) => Text.replaceAll('.', '. Ja.'));

    await translator.translate(aTranslationRequest({ from: null }));

    expect(asked()).toMatchObject([{ SourceLanguageCode: 'auto' }]);
  });

  it.each([
    ['en-GB', 'zh-Hant-HK', 'en', 'zh-TW'],
    ['zh-CN', 'pt-PT', 'zh', 'pt-PT'],
    ['pt-BR', 'fr-CA', 'pt', 'fr-CA'],
    ['nb', 'es-AR', 'no', 'es'],
    ['fil', 'prs', 'tl', 'fa-AF'],
  ])('has the codes of Translate for %s and %s', async (from, to, source, target) => {
    const { translator, asked } = await onTheWire(({ Text }) => Text);

    await translator.translate(aTranslationRequest({ from, to }));

    expect(asked()[0]).toMatchObject({ SourceLanguageCode: source, TargetLanguageCode: target });
  });
});

describe('Amazon Translate', () => {
  it.each([
    ['en', 'tlh'],
    ['eu', 'en'],
    ['en-US', 'en-GB'],
  ])('does not translate from %s to %s, and is not asked', async (from, to) => {
    const { translator, asked } = await onTheWire(({ Text }) => Text);

    expect(await translator.translate(aTranslationRequest({ from, to }))).toMatchObject({
      status: 'failed',
      reason: 'language_not_supported',
    });
    expect(asked()).toEqual([]);
  });

  it.each(['UnsupportedLanguagePairException', 'DetectedLanguageLowConfidenceException'])(
    'has no such languages after %s',
    async (name) => {
      const { translator, calls } = aClientThatThrows(name);

      expect(await translator.translate(aTranslationRequest())).toMatchObject({ reason: 'language_not_supported' });
      expect(calls()).toBe(1);
    },
  );

  it.each(['TextSizeLimitExceededException', 'InvalidRequestException'])(
    'is asked for each segment after %s, then the translation fails for good',
    async (name) => {
      const { translator, calls } = aClientThatThrows(name);

      expect(await translator.translate(aTranslationRequest())).toMatchObject({ reason: 'translation_failed' });
      expect(calls()).toBe(3);
    },
  );

  it.each([
    'TooManyRequestsException',
    'ServiceUnavailableException',
    'InternalServerException',
    'AccessDeniedException',
    'TimeoutError',
  ])('is unavailable after %s, and its message is not passed on', async (name) => {
    const refused = await aClientThatThrows(name)
      .translator.translate(aTranslationRequest())
      .catch((error) => error);

    expect(refused).toMatchObject({ name: 'TranslatorUnavailable', message: expect.stringContaining(name) });
    expect(refused.message).not.toContain('Account');
  });

  it.each(['cut' as const, { error: 'InternalServerException', status: 500 }])(
    'is unavailable on the wire after %j',
    async (said) => {
      const { translator } = await onTheWire(() => said);

      await expect(translator.translate(aTranslationRequest())).rejects.toMatchObject({
        name: 'TranslatorUnavailable',
      });
    },
  );

  it('says on the wire that it has no such languages', async () => {
    const { translator } = await onTheWire(() => ({ error: 'UnsupportedLanguagePairException', status: 400 }));

    expect(await translator.translate(aTranslationRequest())).toMatchObject({ reason: 'language_not_supported' });
  });
});
