import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Stack } from '#bin/stack/stack-file';
import { RELIABILITY, writeFigures } from '../figures-in.ts';
import { asSentence, type Circumstances, circumstances } from '../machine.ts';
import { type Measured, measureRun } from './measure-run.ts';
import { measureProcessorTime, processorTimeText } from './processor-time.ts';
import { profilesOf, type Run } from './profiles.ts';
import { asFigures, asTable, isWithin } from './report.ts';
import { measureThrough } from './through.ts';
import { inVirtualTime } from './virtual-time.ts';

const USAGE = `npm run bench -- delivery [--profile A|B|C|D|E|F|all] [--minutes N] [--rate R] [--seed S] [--json FILE] [--write]
       npm run bench -- delivery --processor-time [--minutes N] [--rate R] [--seed S] [--write]
       npm run bench -- delivery --through .local/stack.json [--rate R] [--minutes N] [--seed S] [--json FILE] [--write]

  --profile P   A steady, B burst, C noisy neighbour, D mixed receivers, E mass recovery, F slow newcomers, G a neighbour hangs (all)
  --minutes N   length of A, C, D and F, in real time (10)
  --rate R      events a second of A, C and D, each to three endpoints; B takes ten times as many, E a quarter, F a twentieth, G a tenth (100)
  --virtual-time  in a time that waits for the machine, so that its load does not count
  --without-concurrency-limits  leaves out the limit of one endpoint in the queue of first attempts: G then fails
  --seed S      of arrivals and latencies (1)
  --processor-time  that of own code for a thousand deliveries, by a profile, at 50 events a second for a minute
  --through F   through the running stack that this file tells of, at a small rate (3 events a second for a minute)
  --json FILE   writes the figures to a file as well
  --write       puts them into docs/reliability.md`;

function options() {
  const { values } = parseArgs({
    options: {
      profile: { type: 'string', default: 'all' },
      through: { type: 'string' },
      'processor-time': { type: 'boolean', default: false },
      minutes: { type: 'string' },
      rate: { type: 'string' },
      seed: { type: 'string', default: '1' },
      json: { type: 'string' },
      write: { type: 'boolean', default: false },
      'virtual-time': { type: 'boolean', default: false },
      'without-concurrency-limits': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const usual = usualSize(values);
  const [minutes, rate] = [Number(values.minutes ?? usual.minutes), Number(values.rate ?? usual.rate)];
  return {
    ...values,
    minutes,
    rate,
    seed: Number(values.seed),
    hasConcurrencyLimits: !values['without-concurrency-limits'],
    isVirtual: values['virtual-time'],
  };
}

function usualSize(given: { readonly through?: string | undefined; readonly 'processor-time': boolean }) {
  if (given['processor-time']) return { minutes: 1, rate: 50 };
  return given.through === undefined ? { minutes: 10, rate: 100 } : { minutes: 1, rate: 3 };
}

type Options = ReturnType<typeof options>;

/** What was measured in one go, and which place in the document it has. */
interface Result {
  readonly place: string;
  readonly says: string;
  readonly command: string;
  readonly runs: readonly Measured[];
  readonly bound?: number | undefined;
}

async function* results({
  profile,
  through,
  hasConcurrencyLimits,
  isVirtual,
  ...size
}: Options): AsyncGenerator<Result> {
  const sized = `--minutes ${size.minutes} --rate ${size.rate} --seed ${size.seed}`;
  if (through !== undefined) {
    const stack: Stack = JSON.parse(await readFile(through, 'utf8'));
    const command = `npm run bench -- delivery --through .local/stack.json ${sized}`;
    const runs = [await measureThrough(stack, size)];
    yield { place: 'load emulator', says: `${size.rate} events/s through the emulator`, command, runs };
    return;
  }
  const chosen = profilesOf(size).filter(({ name }) => profile === 'all' || name === profile);
  if (chosen.length === 0) throw new Error(`No profile is called ${profile}.`);
  const measure = (run: Run) => measureRun(run, { seed: size.seed, hasConcurrencyLimits });
  for (const { name, says, runs, bound } of chosen) {
    const measured: Measured[] = [];
    for (const run of runs) measured.push(await (isVirtual ? inVirtualTime(() => measure(run)) : measure(run)));
    const command = `npm run bench -- delivery --profile ${name}${isVirtual ? ' --virtual-time' : ''} ${sized}`;
    yield { place: `load ${name}`, says: `${name}: ${says}`, command, runs: measured, bound };
  }
}

async function processorTime(size: Options, where: Circumstances): Promise<void> {
  const { minutes, rate, seed, write } = size;
  const command = `npm run bench -- delivery --processor-time --minutes ${minutes} --rate ${rate} --seed ${seed}`;
  const text = processorTimeText(await measureProcessorTime(size));
  console.log(text);
  if (write) await writeFigures(RELIABILITY, 'processor time', `\`${command}\` on ${asSentence(where)}.\n\n${text}`);
}

async function main(): Promise<void> {
  const given = options();
  if (given.help) return console.log(USAGE);
  const where = circumstances(given.seed);
  if (given['processor-time']) return processorTime(given, where);
  const all: Measured[] = [];
  for await (const { place, says, command, runs, bound } of results(given)) {
    console.log(`${says}\n\n${asTable(runs, bound)}\n`);
    if (!isWithin(runs, bound)) process.exitCode = 1;
    all.push(...runs);
    if (given.write) await writeFigures(RELIABILITY, place, asFigures(command, where, { runs, bound }));
  }
  if (given.json !== undefined)
    await writeFile(given.json, `${JSON.stringify({ ...where, runs: all }, undefined, 2)}\n`);
}

await main();
