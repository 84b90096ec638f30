import type { UsageLimits } from '#shared/accounts/usage/rules/usage-limits';
import { questionAbout } from '#shared/capture/summaries/model-summarizer/question';
import type { LimitName } from '#shared/foundation/core/limits';
import { HOUR_MS, type Instant } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { STAY_LIMITS } from '#shared/meetings/bots/rules/stay-limits';
import type { ModelQuestion } from '#shared/meetings/summaries/ports';
import { LONGEST_INSTRUCTIONS, MOST_SECTIONS } from '#shared/meetings/summaries/rules/summary-template';
import { BUILT_IN_TEMPLATES } from '#shared/meetings/summaries/rules/templates';
import { modelEngine } from '#shared/texts/translation/model-engine/model-engine';
import { questionFor } from '#shared/texts/translation/model-engine/question';
import type { RequestLimits } from '#shared/texts/translation/ports';
import { MOST_SENT, translatedCharacters } from '#shared/texts/translation/rules/translated-characters';
import { table } from '../table.ts';
import type { ModelPrices } from './model-prices.ts';
import type { Prices } from './prices.ts';

/** A summarizer asks once more for an answer of another shape. */
const MOST_ASKED = 2;

interface Tokens {
  readonly read: number;
  readonly written: number;
}

/** In a script with a token for each character. */
const lengthOf = ({ instructions, material, schema }: ModelQuestion): number =>
  instructions.length + material.length + JSON.stringify(schema).length;

/** The characters that a short segment counts as. */
const SHORT_SEGMENT = translatedCharacters([{ text: '' }]);
/** As long as one asking may make it, of quotes: JSON has two characters for each. */
const SENT_SEGMENT = '"'.repeat((SHORT_SEGMENT * MOST_SENT) / 2);

/** For each counted character, of one asking with so many short segments in a request; as long is the answer, in the same frame. */
function tokensOf({ texts }: RequestLimits): Tokens {
  const question = questionFor(Array(texts).fill(SENT_SEGMENT), { from: 'zh', to: 'ja' });
  const counted = texts * SHORT_SEGMENT;
  return { read: lengthOf(question) / counted, written: question.material.length / counted };
}

/** A translator asks once more for segments that lost something, in smaller requests. */
const { first: FIRST, second: SECOND } = modelEngine({ answer: async () => undefined }).limits;
const TRANSLATION = sumOfTokens(tokensOf(FIRST), tokensOf(SECOND));

function sumOfTokens(one: Tokens, other: Tokens): Tokens {
  return { read: one.read + other.read, written: one.written + other.written };
}

/** Of a calendar event, which is in each question. */
const LONGEST_TITLE = 500;
/** What is asked beside the text, by the longest built-in template. What a template of a workspace says is counted as text. */
const SUMMARY_FRAME = Math.max(
  ...BUILT_IN_TEMPLATES.map((template) =>
    lengthOf(
      questionAbout(
        {
          ...{ meetingTitle: '"'.repeat(LONGEST_TITLE), invited: [], language: 'en' },
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
/** What a part repeats of the one before; without it, a part has so many at least, since one ends before a line that does not fit. */
const OVERLAP = 1_200;
const LEAST_OF_A_PART = 16_600;
/** Of a template of the workspace, which is counted once for each part. */
const LONGEST_TEMPLATE = LONGEST_INSTRUCTIONS + MOST_SECTIONS * (40 + 100 + LONGEST_INSTRUCTIONS);
/**
 * Two requests for a part, since summaries of parts are joined in pairs: each with the template, and with an answer of 4,000
 * tokens, which is read again.
 */
const summaryWith = (template: number): Tokens => ({
  read: (OVERLAP + LEAST_OF_A_PART + 2 * (SUMMARY_FRAME + template + ANSWER)) / (LEAST_OF_A_PART + template),
  written: (2 * ANSWER) / (LEAST_OF_A_PART + template),
});
/** Of a text of a few characters, for each of the 4,000 that it counts as. */
const SHORT_SUMMARY: Tokens = { read: SUMMARY_FRAME / 4_000 + 1, written: ANSWER / 4_000 };
const SUMMARIES = [summaryWith(0), summaryWith(LONGEST_TEMPLATE), SHORT_SUMMARY];

export interface MostUsed {
  readonly what: string;
  /** US dollars. */
  readonly hour: number;
  readonly month: number;
}

/** What has a limit of a month alone: all of it may fall into one hour. */
const ofMonth = (what: string, dollars: number): MostUsed => ({ what, hour: dollars, month: dollars });

/** What is limited at any time, and paid by the hour. */
const ofMoment = (what: string, dollarsAMonth: number): MostUsed => ({
  ...{ what, month: dollarsAMonth },
  hour: dollarsAMonth / HOURS_A_MONTH,
});

const HOURS_A_MONTH = 730;
/** A recorder that is paid by the hour is paid for the lobby, too. A bot that is in a call when a limit is used up stays. */
const LONGEST_STAY_HOURS = (STAY_LIMITS.joining + STAY_LIMITS.call) / HOUR_MS;
/** S3 bills by 2³⁰ bytes: a gigabyte of 10⁹ costs less. */
const BYTES_A_GIGABYTE = 1e9;

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
      (count * (read * usdPerMillionRead + written * usdPerMillionWritten)) / 1e6;
    const summarized = limited('summarized_characters');
    return {
      translation: ofMonth(`translation by ${model}`, dollarsFor(translated, TRANSLATION)),
      summaries: ofMonth(
        `summaries by ${model}`,
        MOST_ASKED * Math.max(...SUMMARIES.map((tokens) => dollarsFor(summarized, tokens))),
      ),
    };
  });
  const bots = limited('bots_sent');
  return [
    {
      what: 'bots of a recorder that is paid by the hour',
      hour: dollarsOf('bot hour', bots),
      month: dollarsOf('bot hour', bots * LONGEST_STAY_HOURS),
    },
    ofMonth('Amazon Transcribe', dollarsOf('Transcribe minute', limited('recognized_seconds') / 60)),
    ofMonth('Amazon Translate', dollarsOf('Translate character', MOST_SENT * translated)),
    ...byModel.map((one) => one.translation),
    ...byModel.map((one) => one.summaries),
    ofMoment('what is stored, on S3', dollarsOf('S3 GB-month', limited('stored_bytes') / BYTES_A_GIGABYTE)),
  ];
}

/** Kinds of engines of which a deployment has one. */
const ENGINES = [/^Amazon Transcribe$/, /^(Amazon Translate$|translation by )/, /^summaries by /] as const;

/**
 * The most that the new workspaces of a deployment cost in a day (UTC), whoever makes them, by the dearest engine of each
 * kind: what bots are sent in all of them, and for each one that begins with paid work a month of it.
 */
export function newWorkspacesAtMost(limits: UsageLimits, prices: Prices, models: ModelPrices) {
  const mostOf = (name: LimitName) => useFactory()(name, '', 0 as Instant).most;
  const used = mostUsed({ ...limits, bots_sent: mostOf('all_sent_bots') }, prices, models);
  const dearest = (kind: RegExp) => Math.max(...used.filter(({ what }) => kind.test(what)).map(({ month }) => month));
  const bots = dearest(/^bots /);
  const ofEach = ENGINES.map(dearest).reduce((sum, dollars) => sum + dollars, 0);
  const paid = mostOf('all_paid_workspaces');
  return { bots, ofEach, paid, day: bots + paid * ofEach };
}

/** The same as a sentence. */
export const newWorkspacesSentence = ({ bots, ofEach, paid, day }: ReturnType<typeof newWorkspacesAtMost>): string =>
  `All new workspaces of a deployment, a day: $${day.toFixed(2)} at most, of it $${bots.toFixed(2)} for bots and $${ofEach.toFixed(2)} for the dearest engines of each of ${paid}.`;

/** The most that one workspace costs, as a table. */
export const mostTable = (used: readonly MostUsed[]): string =>
  table(
    ['US dollars, at most, for', 'an hour', 'a month'],
    used.map(({ what, hour, month }) => [what, hour.toFixed(2), month.toFixed(2)]),
  );
