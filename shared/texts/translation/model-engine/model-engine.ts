import * as v from 'valibot';
import { SummarizerUnavailable, type SummaryModel } from '#shared/meetings/summaries/ports';
import { type TranslationEngine, TranslatorUnavailable } from '#shared/texts/translation/ports';
import { questionFor } from './question.ts';

/**
 * Of one request: at most 2,400 tokens in any script, since a token has at least a byte, and an answer that the
 * smallest models have room for.
 */
const FIRST = { bytes: 2_400, texts: 40 };
/** Of a second asking: a model that left a text out of many gets fewer. */
const SECOND = { bytes: 600, texts: 5 };

/** Unknown fields are left out. */
const Answer = v.object({ segments: v.array(v.object({ id: v.string(), text: v.string() })) });

/**
 * Translations by a language model. The texts are data in its question, numbered; of its answer only the texts with
 * these numbers count, and a number that it gives twice has none.
 */
export const modelEngine = (model: Pick<SummaryModel, 'answer'>): TranslationEngine => ({
  name: 'openai_compatible',
  limits: { first: FIRST, second: SECOND },
  async translate(texts, pair) {
    const parsed = v.safeParse(Answer, await answerOf(model, questionFor(texts, pair)));
    const segments = parsed.success ? parsed.output.segments : [];
    return texts.map((_, position) => {
      const [only, ...others] = segments.filter(({ id }) => id === String(position + 1));
      return others.length === 0 ? only?.text : undefined;
    });
  },
});

async function answerOf(model: Pick<SummaryModel, 'answer'>, question: Parameters<SummaryModel['answer']>[0]) {
  try {
    return await model.answer(question);
  } catch (error) {
    throw error instanceof SummarizerUnavailable ? new TranslatorUnavailable(error.message) : error;
  }
}
