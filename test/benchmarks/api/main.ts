import { parseArgs } from 'node:util';
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
import { table } from '../table.ts';
import { runOpenModel, type Share } from './open-model.ts';
import { type Population, populate } from './population.ts';

const USAGE = `npm run bench:api -- [--rate N] [--seconds N] [--rounds N] [--seed N] [--short] [--write]

  --rate N     requests a second that arrive in the open model (50)
  --seconds N  how long they arrive (30)
  --rounds N   measured calls of each operation (200)
  --seed N     of ids, keys, arrivals and latencies (1)
  --short      the smallest deployment alone
  --write      puts the figures into docs/reliability.md`;

/** From the deployment of one team to a large one. */
const POPULATIONS: readonly Population[] = [
  { workspaces: 10, rows: 1_000 },
  { workspaces: 1_000, rows: 100_000 },
  { workspaces: 10_000, rows: 1_000_000 },
];

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

async function measure(population: Population, { rate, seconds, rounds, seed }: Options) {
  const { office, clock, delays } = await anApi(seed);
  await populate(office, population);
  const cpu: Record<string, { readonly median: number; readonly p95: number }> = {};
  for (const { scenario } of shares) {
    const { own } = await timedIn(office, clock, scenario, { warmUp: Math.ceil(rounds / 4), measured: rounds });
    cpu[nameOf(scenario)] = { median: median(own), p95: quantile(own, 0.95) };
  }
  const mix = await Promise.all(shares.map(async (one) => ({ ...one, ready: await one.scenario.prepare(office) })));
  delays.on = true;
  const open = await runOpenModel({ mix, requestsPerSecond: rate, seconds, random: seededRandom(seed + 2) });
  return { population, cpu, open };
}

type Measured = Awaited<ReturnType<typeof measure>>;

const sizeOf = ({ population: { workspaces, rows } }: Measured) =>
  `${workspaces.toLocaleString('en')} workspaces, ${rows.toLocaleString('en')} rows`;

const cpuTable = (all: readonly Measured[]): string =>
  table(
    ['CPU ms a request: median (p95)', ...all.map(sizeOf)],
    shares.map(({ scenario }) => [
      nameOf(scenario),
      ...all.map(({ cpu }) => {
        const { median: middle, p95 } = cpu[nameOf(scenario)] ?? { median: Number.NaN, p95: Number.NaN };
        return `${middle.toFixed(2)} (${p95.toFixed(2)})`;
      }),
    ]),
  );

const openTable = (all: readonly Measured[]): string =>
  table(
    ['Open model', ...all.map(sizeOf)],
    [
      ['requests', ...all.map(({ open }) => `${open.requests}`)],
      ['CPU ms a request, in-memory table included', ...all.map(({ open }) => open.cpuMsPerRequest.toFixed(2))],
      ['response time p50, ms', ...all.map(({ open }) => open.p50Ms.toFixed(1))],
      ['response time p95, ms', ...all.map(({ open }) => open.p95Ms.toFixed(1))],
    ],
  );

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
  const how = `\`npm run bench:api -- --rate ${rate} --seconds ${seconds} --rounds ${rounds} --seed ${seed}\` on ${asSentence(circumstances(options.seed))}.`;
  const figures = [how, '', cpuTable(all), '', openTable(all)].join('\n');
  console.log(figures);
  if (values.write) await writeFigures(RELIABILITY, 'api', figures);
}

await main();
