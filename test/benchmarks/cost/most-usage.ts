import { questionAbout } from '#shared/summaries/model-summarizer/question';
import type { ModelQuestion } from '#shared/summaries/ports';
import { BUILT_IN_TEMPLATES } from '#shared/summaries/rules/templates';
import { questionFor } from '#shared/translation/model-engine/question';
import type { UsageLimits } from '#shared/usage/rules/usage-limits';
import { table } from '../table.ts';
import type { ModelPrices } from './model-prices.ts';
import type { Prices } from './prices.ts';

/** A translator asks once more for segments that lost something, a summarizer for an answer of another shape. */
const MOST_ASKED = 2;

interface Tokens {
  readonly read: number;
  readonly written: number;
}

/** In a script with a token for each character. */
const lengthOf = ({ instructions, material, schema }: ModelQuestion): number =>
  instructions.length + material.length + JSON.stringify(schema).length;

/** Of a request of 40 segments and 2,400 bytes, in a script of three bytes: as long is the answer, in the same frame. */
const TRANSLATED_AT_ONCE = 800;
const translation = questionFor(Array(40).fill('字'.repeat(TRANSLATED_AT_ONCE / 40)), { from: 'zh', to: 'ja' });
const TRANSLATION: Tokens = {
  read: lengthOf(translation) / TRANSLATED_AT_ONCE,
  written: translation.material.length / TRANSLATED_AT_ONCE,
};

/** What is asked beside the text, by the longest built-in template. What a template of a workspace says is counted as text. */
const SUMMARY_FRAME = Math.max(
  ...BUILT_IN_TEMPLATES.map((template) =>
    lengthOf(
      questionAbout(
        {
          ...{ meetingTitle: 'Weekly planning of the team', invited: [], language: 'en' },
          transcript: { language: 'en', speakers: [], segments: [] },
          template: { ...template, instructions: '' },
          onProgress: async () => undefined,
        },
        '',
      ),
    ),
  ),
);
const ANSWER = 4_000;
/**
 * Of each part of 24,000 characters, which repeats 1,200 of the one before, an answer of 4,000 tokens, which is read again
 * and joined: two requests for a part.
 */
const SUMMARY: Tokens = {
  read: (25_200 + ANSWER + 2 * SUMMARY_FRAME) / 24_000,
  written: (2 * ANSWER) / 24_000,
};
/** Of a text of a few characters, for each of the 4,000 that it counts as. */
const SHORT_SUMMARY: Tokens = { read: SUMMARY_FRAME / 4_000 + 1, written: ANSWER / 4_000 };

export interface MostUsed {
  readonly what: string;
  /** US dollars. */
  readonly hour: number;
  readonly month: number;
}

/** What has a limit of a month alone: all of it may fall into one hour. */
const ofMonth = (what: string, dollars: number): MostUsed => ({ what, hour: dollars, month: dollars });

/**
 * The most that one workspace costs at monthly limits, by engine: each limit times the list price of what reaches it. A
 * month's limit may be used up in one hour. Throws for a kind without a limit: it has no bound.
 */
export function mostUsed(limits: UsageLimits, prices: Prices, { models }: ModelPrices): readonly MostUsed[] {
  const limited = (kind: keyof UsageLimits): number => {
    const limit = limits[kind];
    if (limit === undefined) throw new Error(`There is no limit of ${kind}.`);
    return limit;
  };
  const dollarsOf = (unit: string, count: number): number => {
    const price = prices.prices[unit];
    if (!price) throw new Error(`There is no price of a ${unit}.`);
    return (count * price.usd) / price.per;
  };
  const translated = limited('translated_characters');
  const byModel = Object.entries(models).map(([model, { usdPerMillionRead, usdPerMillionWritten }]) => {
    const dollarsFor = (count: number, { read, written }: Tokens) =>
      (MOST_ASKED * count * (read * usdPerMillionRead + written * usdPerMillionWritten)) / 1e6;
    const summarized = limited('summarized_characters');
    return {
      translation: ofMonth(`translation by ${model}`, dollarsFor(translated, TRANSLATION)),
      summaries: ofMonth(
        `summaries by ${model}`,
        Math.max(dollarsFor(summarized, SUMMARY), dollarsFor(summarized, SHORT_SUMMARY)),
      ),
    };
  });
  return [
    ofMonth('Amazon Transcribe', dollarsOf('Transcribe minute', limited('recognized_seconds') / 60)),
    ofMonth('Amazon Translate', dollarsOf('Translate character', MOST_ASKED * translated)),
    ...byModel.map((one) => one.translation),
    ...byModel.map((one) => one.summaries),
  ];
}

/** The same as a table. */
export const mostTable = (used: readonly MostUsed[]): string =>
  table(
    ['US dollars, at most, for', 'an hour', 'a month'],
    used.map(({ what, hour, month }) => [what, hour.toFixed(2), month.toFixed(2)]),
  );
