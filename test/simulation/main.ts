import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { RELIABILITY, writeFigures } from '../benchmarks/figures-in.ts';
import { asSentence, circumstances } from '../benchmarks/machine.ts';
import { PRESETS, type Preset } from './chances.ts';
import { runOrders } from './orders/run-orders.ts';
import { runRecorders } from './recorders/run-recorders.ts';
import { asRepro, asText } from './report.ts';
import { seedBySeed } from './seed-by-seed.ts';
import { added, brokenTogether, NOTHING_RUN, runSeeds, span, type Tally } from './seeds.ts';
import { aDay, TROUBLES } from './wake-ups/a-day.ts';
import { asTable, beyondBound } from './wake-ups/bound.ts';

const USAGE = `npm run simulate -- [--seeds N] [--from S] [--seed S] [--faults none|twice|realistic|heavy] [--minutes M] [--recorders | --orders | --wake-ups] [--write]

  --seeds N    how many stories are simulated (300); a release simulates 10,000
  --minutes M  begins no further seeds after so many minutes, and reports those that were run
  --from S     the first seed (1)
  --seed S     this one alone
  --faults F   how often something goes wrong: none, twice (every message comes again), realistic or heavy (realistic)
  --recorders  simulates bots at recorders that fail, hang and lose answers, instead of webhooks
  --orders     simulates orders of translations and of texts of media files, by workers that are killed and engines that fail, instead of webhooks
  --wake-ups   simulates a day of the whole service for the seed of --from, and counts what wakes its workers
  --write      puts what came of it into docs/reliability.md`;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Seeds that a process is given at a time. */
const PORTION = 10;
const TOLD_EVERY = 100;

function options() {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '300' },
      from: { type: 'string', default: '1' },
      seed: { type: 'string' },
      faults: { type: 'string', default: 'realistic' },
      minutes: { type: 'string', default: 'Infinity' },
      recorders: { type: 'boolean', default: false },
      orders: { type: 'boolean', default: false },
      'wake-ups': { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const preset = PRESETS.find((name) => name === values.faults);
  if (!preset) throw new Error(`--faults is one of ${PRESETS.join(', ')}`);
  const alone = values.seed !== undefined;
  const from = Number(values.seed ?? values.from);
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error('--minutes is a positive number.');
  const { recorders, orders, write, help, 'wake-ups': wakeUps } = values;
  if ([recorders, orders, wakeUps].filter(Boolean).length > 1)
    throw new Error('--recorders, --orders and --wake-ups are simulations of their own: give one of them.');
  const other: Other | undefined = recorders ? 'recorders' : orders ? 'orders' : undefined;
  return { preset, from, seeds: alone ? 1 : Number(values.seeds), minutes, other, wakeUps, write, help };
}

interface Run {
  readonly seeds: readonly number[];
  readonly preset: Preset;
  /** No portion is begun after so long. */
  readonly minutes: number;
}

/**
 * All stories, over as many processes as there are cores; each process fetches its next portion when it is done. Portions
 * are begun in their order and always finished, so that an early end leaves no seed out before the last one that was run.
 */
async function simulateAll({ seeds, preset, minutes: most }: Run): Promise<Tally> {
  const portions: (readonly number[])[] = [];
  for (let at = 0; at < seeds.length; at += PORTION) portions.push(seeds.slice(at, at + PORTION));
  let tally = NOTHING_RUN;
  const started = performance.now();
  const take = (done: Tally) => {
    tally = added(tally, done);
    for (const failing of done.failing) say(asRepro(failing, preset));
    const minutes = ((performance.now() - started) / 60_000).toFixed(1);
    if (performance.now() - started > most * 60_000) portions.length = 0;
    if (tally.seeds % TOLD_EVERY === 0 || tally.seeds === seeds.length)
      say(`${tally.seeds} of ${seeds.length} seeds, ${tally.failing.length} failing, ${minutes} min`);
  };
  const processes = Math.min(availableParallelism(), portions.length);
  await Promise.all(Array.from({ length: processes }, () => oneProcess(portions, preset, take)));
  return tally;
}

function oneProcess(portions: (readonly number[])[], preset: Preset, take: (tally: Tally) => void): Promise<void> {
  const child = fork(import.meta.filename);
  const next = () => {
    const seeds = portions.shift();
    if (seeds) child.send({ seeds, preset });
    else child.disconnect();
  };
  return new Promise((done, fail) => {
    child.on('message', (tally) => {
      take(tally as Tally);
      next();
    });
    child.once('error', fail);
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`A process ended with ${code}.`))));
    next();
  });
}

async function main(): Promise<void> {
  const { preset, from, seeds, minutes, other, wakeUps, write, help } = options();
  if (help) {
    say(USAGE);
    return;
  }
  if (wakeUps) return countWakeUps(from, write);
  if (other) return simulateOther({ other, from, seeds, minutes, write });
  const where = circumstances(from);
  const tally = await simulateAll({ seeds: span(from, seeds), preset, minutes });
  const broken = brokenTogether(tally, preset);
  const figures = asText(tally, preset, where, broken);
  say(`\n${figures}`);
  for (const violation of broken) say(violation);
  if (write) {
    const command = `npm run simulate -- --seeds ${tally.seeds} --from ${from} --faults ${preset}`;
    await writeFigures(RELIABILITY, `simulation ${preset}`, `\`${command}\`: ${figures}`);
  }
  if (tally.failing.length + broken.length > 0) process.exitCode = 1;
}

/** Simulations of other parts: one process, without presets of faults. */
const OTHERS = {
  recorders: { run: runRecorders, seedHas: 'two bots' },
  orders: { run: runOrders, seedHas: 'two orders of translation and three of media files' },
} as const;
type Other = keyof typeof OTHERS;

interface OtherRun {
  readonly other: Other;
  readonly from: number;
  readonly seeds: number;
  readonly minutes: number;
  readonly write: boolean;
}

async function simulateOther({ other, from, seeds, minutes, write }: OtherRun): Promise<void> {
  const { run, seedHas } = OTHERS[other];
  // Before the run, which takes hours: the commit that is simulated, and not one that followed.
  const where = circumstances(from);
  const done = await seedBySeed({ run: (seed) => run(seed), seeds: span(from, seeds), minutes, say });
  const command = `npm run simulate -- --${other} --seeds ${done.seeds} --from ${from}`;
  const figures = `\`${command}\`: ${asSentence(where)}\n\n${done.seeds} seeds with ${seedHas} each, ${done.failing} failing.`;
  say(`\n${figures}`);
  if (write) await writeFigures(RELIABILITY, `simulation ${other}`, figures);
  if (done.failing > 0) process.exitCode = 1;
}

/** A day of one seed: what was due, and what woke workers for it. */
async function countWakeUps(seed: number, write: boolean): Promise<void> {
  const where = circumstances(seed);
  const day = await aDay(seed, TROUBLES);
  const command = `npm run simulate -- --wake-ups --from ${seed}`;
  const figures = `\`${command}\`: ${asSentence(where)}\n\n${asTable(day)}`;
  say(`\n${figures}`);
  if (write) await writeFigures(RELIABILITY, 'simulation wake-ups', figures);
  if (beyondBound(day).length > 0) process.exitCode = 1;
}

/** One of the processes: runs the seeds that it is sent, and sends back what came of them. */
function serve(answer: (tally: Tally) => void): void {
  process.on('message', async ({ seeds, preset }: { readonly seeds: readonly number[]; readonly preset: Preset }) => {
    answer(await runSeeds({ seeds, preset }));
  });
}

if (process.send) serve((tally) => process.send?.(tally));
else await main();
