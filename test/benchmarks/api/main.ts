import { parseArgs } from 'node:util';
import { printedSteps } from '#bin/cli/progress';
import { asPlainSend, asSend, operationOf } from '#test/doubles/aws/in-memory-client';
import { drawing, passing, waitOf } from '../delivery/latencies.ts';
import { RELIABILITY, writeFigures } from '../figures-in.ts';
import { asSentence, circumstances } from '../machine.ts';
import { timedIn } from '../measure-cpu.ts';
import { anOffice, type Office } from '../office.ts';
import { seededRandom } from '../random.ts';
import { nameOf } from '../scenario.ts';
import { scenarios } from '../scenarios/all.ts';
import { sdkOver } from '../sdk-over.ts';
import { median, quantile } from '../statistics.ts';
import { type Stopwatch, stopwatch } from '../stopwatch.ts';
import { runOpenModel, type Share } from './open-model.ts';
import { aPopulation } from './population.ts';
import { asTables, type CpuTimes, type Measured, type Population } from './report.ts';

const USAGE = `npm run bench -- api [--rate N] [--seconds N] [--rounds N] [--seed N] [--short] [--write]

  --rate N     requests a second that arrive in the open model (50)
  --seconds N  how long they arrive (30)
  --rounds N   measured calls of each operation (200)
  --seed N     of ids, keys, arrivals and latencies (1)
  --short      the smallest deployment alone
  --write      puts the figures into docs/reliability.md`;

/** From the deployment of one team to a large one. */
const POPULATIONS: readonly Population[] = [
  { workspaces: 10, rows: 1_000 },
  { workspaces: 100, rows: 10_000 },
  { workspaces: 1_000, rows: 100_000 },
  { workspaces: 10_000, rows: 1_000_000 },
];

/** Rows that are put into the table in one reported step: about six seconds of processor time. */
const ROWS_A_STEP = 100_000;

const step = printedSteps();

/** What partners do, by the share of all requests. */
const MIX: Readonly<Record<string, number>> = {
  'GET /meetings/{id} (40 attendees)': 45,
  'GET /meetings (25 with settings)': 20,
  'POST /calendar_events (new)': 15,
  'POST /calendar_events (unchanged)': 15,
  'POST /bots (new meeting)': 5,
};

const shares: readonly Share[] = scenarios.flatMap((scenario) => {
  const share = MIX[nameOf(scenario)];
  return share === undefined ? [] : [{ scenario, share }];
});

interface Options {
  readonly rate: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly seed: number;
}

/** An office whose table is reached through the SDK's own client, and takes as long as DynamoDB while `delays` is set. */
async function anApi(seed: number): Promise<{ office: Office; clock: Stopwatch; delays: { on: boolean } }> {
  const clock = stopwatch();
  const delays = { on: false };
  const draw = drawing(seededRandom(seed + 1));
  const delayed = <Send>(client: { readonly send: Send }) => ({
    send: asSend<Send>(async (command, ...options) => {
      if (delays.on) await passing(draw(waitOf(operationOf(command).replace(/Command$/, ''))));
      return asPlainSend(client)(command, ...options);
    }),
  });
  const office = await anOffice(
    { table: (client) => sdkOver(delayed(client), clock.timing), others: (client) => clock.watch(delayed(client)) },
    seed,
  );
  return { office, clock, delays };
}

async function measure(population: Population, { rate, seconds, rounds, seed }: Options): Promise<Measured> {
  const { office, clock, delays } = await anApi(seed);
  await growTo(office, population);
  const cpu: Record<string, CpuTimes> = {};
  for (const { scenario } of shares) {
    const calls = { warmUp: Math.ceil(rounds / 4), measured: rounds };
    const { own } = await step(nameOf(scenario), () => timedIn(office, clock, scenario, calls));
    cpu[nameOf(scenario)] = { p10: quantile(own, 0.1), median: median(own), p95: quantile(own, 0.95) };
  }
  const mix = await Promise.all(shares.map(async (one) => ({ ...one, ready: await one.scenario.prepare(office) })));
  delays.on = true;
  const random = seededRandom(seed + 2);
  const open = await step(`${rate} requests a second`, () =>
    runOpenModel({ mix, requestsPerSecond: rate, seconds, random }),
  );
  return { population, cpu, open };
}

async function growTo(office: Office, { workspaces, rows }: Population): Promise<void> {
  const grow = aPopulation(office, rows / workspaces);
  for (let upTo = Math.min(ROWS_A_STEP, rows); upTo <= rows; upTo += ROWS_A_STEP)
    await step(`${upTo.toLocaleString('en')} rows`, () => grow(upTo));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rate: { type: 'string', default: '50' },
      seconds: { type: 'string', default: '30' },
      rounds: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      short: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const [rate, seconds, rounds, seed] = [values.rate, values.seconds, values.rounds, values.seed].map(Number);
  const options = { rate, seconds, rounds, seed } as Options;
  const all: Measured[] = [];
  for (const population of values.short ? POPULATIONS.slice(0, 1) : POPULATIONS)
    all.push(await measure(population, options));
  const how = `\`npm run bench -- api --rate ${rate} --seconds ${seconds} --rounds ${rounds} --seed ${seed}\` on ${asSentence(circumstances(options.seed))}.`;
  const figures = `${how}\n\n${asTables(
    all,
    shares.map(({ scenario }) => scenario),
  )}`;
  console.log(figures);
  if (values.write) await writeFigures(RELIABILITY, 'api', figures);
}

await main();
