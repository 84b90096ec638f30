import type { UsageLimits } from '#shared/usage/rules/usage-limits';
import { table } from '../table.ts';
import type { ModelPrices } from './model-prices.ts';
import type { Prices } from './prices.ts';

/** A translator asks once more for segments that lost something, a summarizer for an answer of another shape. */
const MOST_ASKED = 2;
/** In a script with a token for each character. A translation is as long as its source. */
const TRANSLATION = { read: 1, written: 1 } as const;
/**
 * Of each part of 24,000 characters, which repeats 1,200 of the one before, an answer of 4,000 tokens, which is read again
 * and joined: two answers for a part.
 */
const SUMMARY = { read: (25_200 + 4_000) / 24_000, written: 8_000 / 24_000 } as const;

interface MostUsed {
  readonly engine: string;
  readonly dollars: number;
}

/**
 * The most that one workspace costs at monthly limits, by engine: each limit times the list price of what reaches it. An
 * hour has no limit of its own, so a month's use may fall into one. Throws for a kind without a limit: it has no bound.
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
  const byModel = (what: string, characters: number, tokens: { readonly read: number; readonly written: number }) =>
    Object.entries(models).map(([model, { usdPerMillionRead, usdPerMillionWritten }]) => ({
      engine: `${what} by ${model}`,
      dollars:
        (MOST_ASKED * characters * (tokens.read * usdPerMillionRead + tokens.written * usdPerMillionWritten)) / 1e6,
    }));
  const translated = limited('translated_characters');
  return [
    { engine: 'Amazon Transcribe', dollars: dollarsOf('Transcribe minute', limited('recognized_seconds') / 60) },
    { engine: 'Amazon Translate', dollars: dollarsOf('Translate character', MOST_ASKED * translated) },
    ...byModel('translation', translated, TRANSLATION),
    ...byModel('summaries', limited('summarized_characters'), SUMMARY),
  ];
}

/** The same as a table. */
export const mostTable = (used: readonly MostUsed[]): string =>
  table(
    ['US dollars, at most, for', 'an hour', 'a month'],
    used.map(({ engine, dollars }) => [engine, dollars.toFixed(2), dollars.toFixed(2)]),
  );
