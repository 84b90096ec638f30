import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BESIDE_HEADING, besideLine, measuredBeside } from './beside.ts';
import { measureBundles } from './bundles.ts';
import { comparison } from './compare.ts';
import { tripCounter } from './count-trips.ts';
import { asJson, type Measured, readFigures } from './figures.ts';
import { asSentence, circumstances } from './machine.ts';
import { measureCpu } from './measure-cpu.ts';
import { asText } from './report.ts';
import { nameOf } from './scenario.ts';
import { scenarios } from './scenarios/all.ts';

const USAGE = `npm run bench -- operations [--json FILE] [--against FILE] [--beside DIR] [--only TEXT] [--rounds N]
                     [--seed N]

  --json FILE     writes the figures to a file as well
  --against FILE  compares with the figures of an earlier run, row by row in per cent
  --beside DIR    measures processor time here and in the checkout DIR, call by call in turn, and nothing else
  --only TEXT     measures endpoints whose name contains this text, and no bundles
  --rounds N      measured calls of each endpoint (300)
  --seed N        of ids and keys (1)`;

/** How often each bundle is loaded. */
const IMPORTS = 15;

function options() {
  const { values } = parseArgs({
    options: {
      json: { type: 'string' },
      against: { type: 'string' },
      beside: { type: 'string' },
      only: { type: 'string' },
      rounds: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  return { ...values, rounds: Number(values.rounds), seed: Number(values.seed) };
}

async function measureEndpoints(only: string, rounds: number, seed: number): Promise<readonly Measured[]> {
  const countTrips = await tripCounter(seed);
  const measured: Measured[] = [];
  for (const scenario of scenarios.filter((one) => nameOf(one).includes(only))) {
    const trips = await countTrips(scenario);
    const cpu = await measureCpu(scenario, seed, { warmUp: rounds, measured: rounds });
    measured.push({ scenario, trips, cpu });
  }
  return measured;
}

/** Prints each row as soon as it is measured: on a busy machine all rows take many minutes. */
async function printBeside(folder: string, only: string, rounds: number, seed: number): Promise<void> {
  console.log(`${asSentence(circumstances(seed))}\n${BESIDE_HEADING}`);
  for await (const row of measuredBeside(resolve(folder), only, rounds, seed)) console.log(besideLine(row));
}

async function main(): Promise<void> {
  const { json, against, beside, only, rounds, seed, help } = options();
  if (help) return console.log(USAGE);
  if (beside !== undefined) return printBeside(beside, only ?? '', rounds, seed);
  // Read first: a file that is missing or malformed ends the run before the measuring.
  const before = against === undefined ? undefined : readFigures(await readFile(against, 'utf8'));
  const endpoints = await measureEndpoints(only ?? '', rounds, seed);
  const bundles = only === undefined ? await measureBundles(IMPORTS) : undefined;
  const report = { circumstances: circumstances(seed), rounds, endpoints, bundles };
  console.log(asText(report));
  if (json !== undefined) await writeFile(json, asJson(report));
  if (before) console.log(`\n${comparison(before, readFigures(asJson(report)))}`);
}

await main();
