import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Stack } from '#bin/stack/stack-file';
import { RELIABILITY, writeFigures } from '../figures-in.ts';
import { circumstances } from '../machine.ts';
import { type Measured, measureRun } from './measure-run.ts';
import { profilesOf } from './profiles.ts';
import { asFigures, asTable } from './report.ts';
import { measureThrough } from './through.ts';

const USAGE = `npm run bench:delivery -- [--profile A|B|C|D|E|all] [--minutes N] [--rate R] [--seed S] [--json FILE] [--write]
       npm run bench:delivery -- --through .local/stack.json [--rate R] [--minutes N] [--seed S] [--json FILE] [--write]

  --profile P   A steady, B burst, C noisy neighbour, D mixed receivers, E mass recovery (all)
  --minutes N   length of A, C and D, in real time (10)
  --rate R      events a second of A, C and D, each to three endpoints; B takes a hundred times as many, E a quarter (100)
  --seed S      of arrivals and latencies (1)
  --through F   through the running stack that this file tells of, at a small rate (3 events a second for a minute)
  --json FILE   writes the figures to a file as well
  --write       puts them into docs/reliability.md`;

function options() {
  const { values } = parseArgs({
    options: {
      profile: { type: 'string', default: 'all' },
      through: { type: 'string' },
      minutes: { type: 'string' },
      rate: { type: 'string' },
      seed: { type: 'string', default: '1' },
      json: { type: 'string' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const usual = values.through === undefined ? { minutes: 10, rate: 100 } : { minutes: 1, rate: 3 };
  const [minutes, rate] = [Number(values.minutes ?? usual.minutes), Number(values.rate ?? usual.rate)];
  return { ...values, minutes, rate, seed: Number(values.seed) };
}

type Options = ReturnType<typeof options>;

/** What was measured in one go, and which place in the document it has. */
interface Result {
  readonly place: string;
  readonly says: string;
  readonly command: string;
  readonly runs: readonly Measured[];
}

async function* results({ profile, through, ...size }: Options): AsyncGenerator<Result> {
  const sized = `--minutes ${size.minutes} --rate ${size.rate} --seed ${size.seed}`;
  if (through !== undefined) {
    const stack: Stack = JSON.parse(await readFile(through, 'utf8'));
    const command = `npm run bench:delivery -- --through .local/stack.json ${sized}`;
    const runs = [await measureThrough(stack, size)];
    yield { place: 'load emulator', says: `${size.rate} events/s through the emulator`, command, runs };
    return;
  }
  const chosen = profilesOf(size).filter(({ name }) => profile === 'all' || name === profile);
  if (chosen.length === 0) throw new Error(`No profile is called ${profile}.`);
  for (const { name, says, runs } of chosen) {
    const measured: Measured[] = [];
    for (const run of runs) measured.push(await measureRun(run, size.seed));
    const command = `npm run bench:delivery -- --profile ${name} ${sized}`;
    yield { place: `load ${name}`, says: `${name}: ${says}`, command, runs: measured };
  }
}

async function main(): Promise<void> {
  const given = options();
  if (given.help) return console.log(USAGE);
  const where = circumstances(given.seed);
  const all: Measured[] = [];
  for await (const { place, says, command, runs } of results(given)) {
    console.log(`${says}\n\n${asTable(runs)}\n`);
    all.push(...runs);
    if (given.write) await writeFigures(RELIABILITY, place, asFigures(command, where, runs));
  }
  if (given.json !== undefined)
    await writeFile(given.json, `${JSON.stringify({ ...where, runs: all }, undefined, 2)}\n`);
}

await main();
