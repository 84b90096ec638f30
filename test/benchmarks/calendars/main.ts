import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeFigures } from '../figures-in.ts';
import { asSentence, circumstances } from '../machine.ts';
import { measureBeside } from './beside-feeds.ts';
import { feedsTable, measureFeeds } from './feeds.ts';
import { type GrowthMeasured, measureGrowth, measurePasses, type PassesMeasured } from './measure.ts';
import { asFigures, growthTable, missed, passesTable } from './report.ts';

const USAGE = `npm run bench -- calendars [--occurrences N] [--connections N] [--seed S] [--megabytes N] [--feeds]
                               [--beside] [--write]

  --occurrences N  in the calendar that is connected (2000)
  --connections N  in the largest deployment (10000)
  --seed S         of latencies (1)
  --megabytes N    of the largest feed (9.9, of the 10 that are read)
  --feeds          measures calendar feeds alone
  --beside         measures a feed beside ten hostile ones, on the stack that npm start runs
  --write          puts the figures into docs/calendars.md`;

/** The occurrences that the aims are meant for. */
const AIMED_AT = 2_000;

/** Where they are kept. */
const DOCUMENT = join(import.meta.dirname, '../../../docs/calendars.md');

function options() {
  const { values } = parseArgs({
    options: {
      occurrences: { type: 'string', default: '2000' },
      connections: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      megabytes: { type: 'string', default: '9.9' },
      feeds: { type: 'boolean', default: false },
      beside: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { feeds, beside, write, help } = values;
  return {
    ...{ feeds, beside, write, help },
    occurrences: Number(values.occurrences),
    connections: Number(values.connections),
    seed: Number(values.seed),
    megabytes: Number(values.megabytes),
  };
}

async function main(): Promise<void> {
  const { occurrences, connections, seed, megabytes, feeds, beside, write, help } = options();
  if (help) return console.log(USAGE);
  if (beside) return console.log(await measureBeside());
  const where = circumstances(seed);
  const ofFeeds = feedsTable(await measureFeeds(megabytes));
  console.log(`${ofFeeds}\n`);
  const feedsCommand = `\`npm run bench -- calendars --feeds --megabytes ${megabytes}\` on ${asSentence(where)}.`;
  if (write) await writeFigures(DOCUMENT, 'feeds', `${feedsCommand}\n\n${ofFeeds}`);
  if (feeds) return;
  // A process that has just begun compiles what it runs: no deployment is like that for long.
  const warmUp = Math.min(100, occurrences);
  for (const provider of ['google', 'microsoft'] as const) await measurePasses(provider, warmUp, seed);
  const passes: PassesMeasured[] = [];
  for (const provider of ['google', 'microsoft'] as const)
    passes.push(await measurePasses(provider, occurrences, seed));
  console.log(`${passesTable(passes)}\n`);
  const sizes = [1, 100, 1_000, 10_000].filter((size) => size < connections);
  const growth: readonly GrowthMeasured[] = await measureGrowth('google', [...sizes, connections], seed);
  console.log(`${growthTable(growth)}\n`);
  // A short run begins cold: its times say nothing about the aims.
  for (const aim of occurrences < AIMED_AT ? [] : missed(passes, growth)) {
    console.log(`Missed: ${aim}`);
    process.exitCode = 1;
  }
  const command = `npm run bench -- calendars --occurrences ${occurrences} --connections ${connections} --seed ${seed}`;
  if (write) await writeFigures(DOCUMENT, 'calendars', asFigures(command, where, passes, growth));
}

await main();
