import { modelSummarizer } from '#shared/capture/summaries/model-summarizer/model-summarizer';
import type { Transcript } from '#shared/meetings/results/rules/results';
import type { ModelQuestion, SummaryJob } from '#shared/meetings/summaries/ports';
import { builtInTemplate } from '#shared/meetings/summaries/rules/templates';
import { table } from '../table.ts';
import type { ModelPrices } from './model-prices.ts';

/** What the requests for one summary use. */
interface SummaryUsage {
  readonly requests: number;
  readonly tokensRead: number;
  readonly tokensWritten: number;
}

/** `english`: as tokenizers take English (`PART_CHARACTERS`). `each`: the most that any script takes. */
const CHARACTERS_PER_TOKEN = { english: 3, each: 1 } as const;
/** Each request is made twice at most. */
const MOST_ATTEMPTS = 2;

const TURN_SECONDS = 10;
/** A turn of 25 words: talk without a pause at 150 words a minute, of five letters and a space. */
const TURN = 'words '.repeat(25).trim();

/**
 * A bound of the tokens for a summary of a meeting of so many hours: the real summarizer asks a model whose answers are all
 * as long as a request allows.
 */
export async function summaryUsage(hours: number, script: keyof typeof CHARACTERS_PER_TOKEN): Promise<SummaryUsage> {
  const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN[script]);
  const asked: ModelQuestion[] = [];
  const answer = async (question: ModelQuestion) => {
    asked.push(question);
    return longestAnswer(question.maxTokens * CHARACTERS_PER_TOKEN[script]);
  };
  const summary = await modelSummarizer({ engine: 'openai_compatible', answer }).start(aJob(hours));
  if (summary.status !== 'done') throw new Error(`A meeting of ${hours} hours has no summary by a model.`);
  const sum = (tokens: (question: ModelQuestion) => number) => asked.reduce((total, one) => total + tokens(one), 0);
  return {
    requests: asked.length,
    tokensRead: sum(({ instructions, material, schema }) => tokensOf(instructions + material + JSON.stringify(schema))),
    tokensWritten: sum(({ maxTokens }) => maxTokens),
  };
}

export const twice = ({ requests, tokensRead, tokensWritten }: SummaryUsage): SummaryUsage => ({
  requests: requests * MOST_ATTEMPTS,
  tokensRead: tokensRead * MOST_ATTEMPTS,
  tokensWritten: tokensWritten * MOST_ATTEMPTS,
});

/** US dollars for the tokens, by model. */
export const summaryBill = ({ tokensRead, tokensWritten }: SummaryUsage, { models }: ModelPrices) =>
  Object.entries(models).map(([model, { usdPerMillionRead, usdPerMillionWritten }]) => ({
    model,
    dollars: (tokensRead * usdPerMillionRead + tokensWritten * usdPerMillionWritten) / 1e6,
  }));

/** The bounds for one hour and four, and their money by model. */
export async function summaryTable(prices: ModelPrices): Promise<string> {
  const rows = [];
  for (const [hours, length] of [
    [1, 'one hour'],
    [4, 'four hours'],
  ] as const) {
    rows.push([`${length} of English`, await summaryUsage(hours, 'english')] as const);
    rows.push([`${length}, at most`, twice(await summaryUsage(hours, 'each'))] as const);
  }
  return table(
    ['US dollars for a summary of', 'requests', 'tokens read', 'tokens written', ...Object.keys(prices.models)],
    rows.map(([what, usage]) => [
      what,
      ...Object.values(usage).map((amount: number) => amount.toLocaleString('en')),
      ...summaryBill(usage, prices).map(({ dollars }) => dollars.toFixed(4)),
    ]),
  );
}

function aJob(hours: number): SummaryJob {
  const segments = Array.from({ length: (hours * 3_600) / TURN_SECONDS }, (_, turn) => ({
    ...{ id: `seg_${turn}`, speakerId: `spk_${turn % 2}`, text: TURN, confidence: null, words: [] },
    ...{ start: turn * TURN_SECONDS, end: (turn + 1) * TURN_SECONDS },
  }));
  const speakers = ['Ada Lovelace', 'Charles Babbage'].map((name, index) => ({ id: `spk_${index}`, name }));
  const transcript: Transcript = { language: 'en', speakers, segments };
  return {
    meetingTitle: 'Weekly planning of the team',
    invited: [],
    transcript,
    template: { instructions: '', ...TEMPLATE },
    language: null,
    onProgress: async () => undefined,
  };
}

const TEMPLATE = builtInTemplate('general') ?? { id: 'general', sections: [] };

/** So many characters of text in the sections of the template. */
const longestAnswer = (characters: number) => ({
  title: '',
  sections: TEMPLATE.sections.map(({ key }) => ({ key, text: 'x'.repeat(characters / TEMPLATE.sections.length) })),
  action_items: [],
});
