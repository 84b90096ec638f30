import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generatedMeetings, generatedQueries } from '#test/support/generated-meetings';
import { listPrices } from '../cost/prices.ts';
import { writeFigures } from '../figures-in.ts';
import { asSentence, circumstances } from '../machine.ts';
import { quantile } from '../statistics.ts';
import { table } from '../table.ts';
import { coldQueries, type Measured, ndcg, warmQueries } from './measure.ts';
import { meetingsInFiles } from './meetings-in-files.ts';

const USAGE = `npm run bench -- search [--words N] [--sizes 10,100,…] [--cold N] [--seed N] [--write]

  --words N    words of a meeting (8000, about an hour)
  --sizes N,…  meetings of a workspace (10,100,1000,10000)
  --cold N     queries by a function that has just started (10)
  --seed N     of the meetings (7)
  --write      puts the figures into docs/search.md, where there is a place for meetings of 8000 and of 2000 words`;

const DOCUMENT = join(import.meta.dirname, '../../../docs/search.md');
const MB = 1024 * 1024;
/** Meetings of a workspace on whose rank the queries are judged. */
const JUDGED = 500;
const QUERIES = 60;
/** The newest meetings, of about a day, are in no pack yet. */
const UNMERGED = 30;
/** lib/constructs/public-api.ts. */
const MEMORY_GB = 1769 / 1024;

const { values } = parseArgs({
  options: {
    words: { type: 'string', default: '8000' },
    sizes: { type: 'string', default: '10,100,1000,10000' },
    cold: { type: 'string', default: '10' },
    seed: { type: 'string', default: '7' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const prices = listPrices().prices;
const dollars = (unit: string, count: number): number => {
  const price = prices[unit];
  if (!price) throw new Error(`There is no price of a ${unit}.`);
  return (count * price.usd) / price.per;
};

/** What a million queries like these cost: requests at S3, and the function for as long as they took here. */
function costOfMillion(queries: readonly Measured[]): number {
  const mean = (of: (one: Measured) => number) => queries.reduce((sum, one) => sum + of(one), 0) / queries.length;
  return (
    1e6 *
    (dollars(
      'S3 read request',
      mean(({ requests }) => requests.reads),
    ) +
      dollars(
        'S3 write request',
        mean(({ requests }) => requests.writes),
      ) +
      dollars('function GB-second', (mean(({ ms }) => ms) / 1000) * MEMORY_GB) +
      dollars('function request', 1))
  );
}

async function sizeRow(count: number, { words, seed, cold }: Sized): Promise<readonly string[]> {
  const meetings = generatedMeetings(seed, count, words);
  const queries = generatedQueries(meetings, QUERIES);
  const indexed = await meetingsInFiles(meetings, Math.min(UNMERGED, count));
  const warm = await warmQueries(indexed, queries);
  const first = await coldQueries(indexed, queries.slice(0, cold));
  const p95 = (of: readonly Measured[]) =>
    quantile(
      of.map(({ ms }) => ms),
      0.95,
    ).toFixed(0);
  return [
    String(count),
    (indexed.bytes / MB).toFixed(1),
    ...[p95(warm), p95(first)],
    ...[costOfMillion(warm).toFixed(2), costOfMillion(first).toFixed(2)],
    ((indexed.bytes / 1e9) * S3_GB_MONTH).toFixed(4),
  ];
}

/** S3 Standard in us-east-1, a GB and month. */
const S3_GB_MONTH = 0.023;

interface Sized {
  readonly words: number;
  readonly seed: number;
  readonly cold: number;
}

async function quality({ words, seed }: Sized): Promise<string> {
  const meetings = generatedMeetings(seed, JUDGED, words);
  const queries = generatedQueries(meetings, QUERIES);
  const indexed = await meetingsInFiles(meetings, UNMERGED);
  const found = await warmQueries(indexed, queries);
  const scores = queries.map(({ relevant }, nth) => ndcg(found[nth]?.found ?? [], relevant));
  const mean = scores.reduce((sum, one) => sum + one, 0) / scores.length;
  return `nDCG@10 of ${queries.length} queries on ${JUDGED} meetings of ${words} words: **${mean.toFixed(3)}**.`;
}

if (values.help) console.log(USAGE);
else {
  const sized = { words: Number(values.words), seed: Number(values.seed), cold: Number(values.cold) };
  const judged = await quality(sized);
  const rows: (readonly string[])[] = [];
  for (const count of values.sizes.split(',').map(Number)) rows.push(await sizeRow(count, sized));
  const figures = [
    `\`npm run bench -- search --words ${sized.words} --sizes ${values.sizes} --seed ${sized.seed}\`: ${asSentence(circumstances(sized.seed))}.`,
    judged,
    table(
      [
        'Meetings',
        'MB',
        'p95 warm (CPU ms)',
        'p95 cold (CPU ms)',
        '$ a million warm',
        '$ a million cold',
        '$ a month of storage',
      ],
      rows,
    ),
  ].join('\n\n');
  console.log(figures);
  if (values.write) await writeFigures(DOCUMENT, `search-${sized.words}`, figures);
}
