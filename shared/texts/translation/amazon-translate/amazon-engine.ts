import { type TranslateClient, TranslateTextCommand } from '@aws-sdk/client-translate';
import {
  type LanguagePair,
  type TranslationEngine,
  type TranslationFailure,
  TranslatorUnavailable,
} from '#shared/texts/translation/ports';
import { translateCode } from './translate-languages.ts';

/** Of all attempts together that the SDK makes. */
const TIMEOUT_MS = 60_000;

/** https://docs.aws.amazon.com/translate/latest/APIReference/API_TranslateText.html: the length of `Text`. */
const BYTES = 10_000;

/**
 * Amazon Translate by `TranslateText`: texts are the lines of one request. Where the answer has another number of lines,
 * none of them counts. No terminology is used, since an account has a hundred of them. Formality is ignored by Translate
 * for a language that it has none for.
 */
export const amazonEngine = (client: Pick<TranslateClient, 'send'>): TranslationEngine => ({
  name: 'amazon_translate',
  limits: { first: { bytes: BYTES, texts: 100 }, second: { bytes: BYTES, texts: 1 } },
  async translate(texts, pair) {
    const codes = codesFor(pair);
    if ('status' in codes) return codes;
    const command = new TranslateTextCommand({ ...codes, ...settingsFor(pair), Text: texts.join('\n') });
    try {
      const { TranslatedText } = await client.send(command, { abortSignal: AbortSignal.timeout(TIMEOUT_MS) });
      return linesIn(TranslatedText, texts.length);
    } catch (error) {
      return refusalIn(error) ?? texts.map(() => undefined);
    }
  },
});

function codesFor({ from, to }: LanguagePair) {
  const SourceLanguageCode = from === null ? 'auto' : translateCode(from);
  const TargetLanguageCode = translateCode(to);
  if (SourceLanguageCode === undefined || TargetLanguageCode === undefined || SourceLanguageCode === TargetLanguageCode)
    return notSupported(`Amazon Translate does not translate from ${from} to ${to}.`);
  return { SourceLanguageCode, TargetLanguageCode };
}

const settingsFor = ({ formality }: LanguagePair) =>
  formality === undefined
    ? {}
    : { Settings: { Formality: formality === 'formal' ? ('FORMAL' as const) : ('INFORMAL' as const) } };

function linesIn(translated: string | undefined, count: number): readonly (string | undefined)[] {
  if (count === 1) return [translated];
  const lines = translated?.split('\n');
  return lines?.length === count ? lines : Array.from({ length: count }, () => undefined);
}

const LANGUAGE_ERRORS = ['UnsupportedLanguagePairException', 'DetectedLanguageLowConfidenceException'];
/** About these texts: they stay refused however often they are sent. */
const TEXT_ERRORS = ['TextSizeLimitExceededException', 'InvalidRequestException', 'ValidationException'];

/** Undefined where the texts have no translation. Throws where the service is not available. */
function refusalIn(error: unknown): TranslationFailure | undefined {
  const name = String(Object(error).name);
  if (LANGUAGE_ERRORS.includes(name)) return notSupported('Amazon Translate does not have this pair of languages.');
  if (TEXT_ERRORS.includes(name)) return undefined;
  // Throttling, 5xx, a missing permission, no answer. The message may name the account: it is not passed on.
  throw new TranslatorUnavailable(`Amazon Translate is not available (${name}).`);
}

const notSupported = (detail: string): TranslationFailure => ({
  status: 'failed',
  reason: 'language_not_supported',
  detail,
});
