import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import type {
  RequestLimits,
  TranslatableSegment,
  Translation,
  TranslationEngine,
  TranslationFailure,
  TranslationRequest,
  Translator,
} from '#shared/texts/translation/ports';
import { batchTexts } from '#shared/texts/translation/rules/batch-texts';
import { type CheckedText, checkTranslation, withoutText } from '#shared/texts/translation/rules/check-translation';
import { indexTerms, type TermIndex } from '#shared/texts/translation/rules/find-terms';
import { type MaskedText, maskTerms, type PlaceholderForm } from '#shared/texts/translation/rules/mask-terms';
import { normalized } from '#shared/texts/translation/rules/normalized-text';
import { joinParts, splitText, type TextPart } from '#shared/texts/translation/rules/split-text';

/** Requests at a time. */
const CONCURRENT = 4;

interface Asking {
  readonly form: PlaceholderForm;
  readonly limits: RequestLimits;
}

/**
 * A translator by an engine: terms are masked and put back, what the engine answers is checked, and segments that lost
 * something are asked for once more, in smaller requests. Each segment has its translation, else the text of the source
 * with an issue. Fails where none has one.
 */
export function checkedTranslator(engine: TranslationEngine): Translator {
  const { first, second } = engine.limits;
  return {
    async translate(request) {
      const index = indexTerms(request.terms);
      const ask = (segments: readonly TranslatableSegment[], asking: Asking) =>
        translateOnce(engine, { ...request, segments }, index, asking);

      const spoken = request.segments.filter(({ text }) => normalized(text) !== '');
      const once = await ask(spoken, { form: 'brackets', limits: first });
      if ('status' in once) return once;
      const again = spoken.filter((_, position) => once[position]?.issues.length !== 0);
      const twice = await ask(again, { form: 'underscores', limits: second });
      if ('status' in twice) return twice;

      const best = new Map(spoken.map(({ id }, position) => [id, once[position] ?? withoutText('missing')]));
      for (const [position, { id }] of again.entries()) best.set(id, betterOf(best.get(id), twice[position]));
      return translationOf(engine, request, best);
    },
  };
}

/** The checked translation of each segment; or why there is none. */
async function translateOnce(
  engine: TranslationEngine,
  request: TranslationRequest,
  index: TermIndex,
  { form, limits }: Asking,
): Promise<readonly CheckedText[] | TranslationFailure> {
  const { names, from, to } = request;
  const masked = request.segments.map(({ text }) => maskTerms(normalized(text), index, form));
  const parts = masked.map(({ text }) => splitText(text, limits.bytes));
  const translated = await translateTexts(engine, request, parts.flat(), limits);
  if ('status' in translated) return translated;
  const remaining = translated.values();
  return masked.map(({ text, targets, unmasked }: MaskedText, position) => {
    const whole = joined((parts[position] ?? []).map((part) => [part, remaining.next().value]));
    return whole === undefined
      ? withoutText('missing')
      : checkTranslation(whole, { masked: text, targets, unmasked, names, from, to });
  });
}

function joined(parts: readonly (readonly [TextPart, string | undefined])[]): string | undefined {
  const texts = parts.flatMap(([part, text]) => (text === undefined ? [] : [{ ...part, text }]));
  return texts.length === parts.length ? joinParts(texts) : undefined;
}

async function translateTexts(
  engine: TranslationEngine,
  { from, to, formality, onProgress }: TranslationRequest,
  parts: readonly TextPart[],
  limits: RequestLimits,
): Promise<readonly (string | undefined)[] | TranslationFailure> {
  const pair = { from, to, ...(formality !== undefined && { formality }) };
  const answers = await mapConcurrently(batchTexts(parts, limits), CONCURRENT, async (batch) => {
    const answer = await engine.translate(
      batch.map(({ text }) => text),
      pair,
    );
    await onProgress();
    return 'status' in answer ? answer : batch.map((_, position) => answer[position]);
  });
  const failure = answers.find((answer) => 'status' in answer);
  return failure ?? answers.flatMap((answer) => ('status' in answer ? [] : answer));
}

/** The one with fewer issues; one without a text only where the other has none either. */
function betterOf(one: CheckedText = withoutText('missing'), other: CheckedText = withoutText('missing')): CheckedText {
  if (one.text === undefined || other.text === undefined) return one.text === undefined ? other : one;
  return other.issues.length < one.issues.length ? other : one;
}

function translationOf(
  { name }: TranslationEngine,
  { segments }: TranslationRequest,
  translations: ReadonlyMap<string, CheckedText>,
): Translation {
  if (translations.size > 0 && [...translations.values()].every(({ text }) => text === undefined)) {
    const detail = `The engine translated none of ${translations.size} segments.`;
    return { status: 'failed', reason: 'translation_failed', detail };
  }
  return {
    status: 'done',
    engine: name,
    segments: segments.map(({ id, text }) => ({ id, text: translations.get(id)?.text ?? text })),
    issues: [...translations].flatMap(([segmentId, { issues }]) => issues.map((issue) => ({ segmentId, ...issue }))),
  };
}
