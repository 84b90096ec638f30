import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { RELIABILITY, writeFigures } from '../figures-in.ts';
import { circumstances } from '../machine.ts';
import { type Measured, measureRun } from './measure-run.ts';
import { profilesOf } from './profiles.ts';
import { asFigures, asTable } from './report.ts';

const USAGE = `npm run bench:delivery -- [--profile A|B|C|D|E|all] [--minutes N] [--rate R] [--seed S] [--json FILE] [--write]

  --profile P   A steady, B burst, C noisy neighbour, D mixed receivers, E mass recovery (all)
  --minutes N   length of A, C and D, in real time (10)
  --rate R      events a second of A, C and D, each to three endpoints; B takes a hundred times as many, E a quarter (100)
  --seed S      of arrivals and latencies (1)
  --json FILE   writes the figures to a file as well
  --write       puts them into docs/reliability.md`;

function options() {
  const { values } = parseArgs({
    options: {
      profile: { type: 'string', default: 'all' },
      minutes: { type: 'string', default: '10' },
      rate: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      json: { type: 'string' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { minutes, rate, seed } = values;
  return { ...values, minutes: Number(minutes), rate: Number(rate), seed: Number(seed) };
}

async function main(): Promise<void> {
  const { profile, seed, json, write, help, ...size } = options();
  if (help) return console.log(USAGE);
  const chosen = profilesOf(size).filter(({ name }) => profile === 'all' || name === profile);
  if (chosen.length === 0) throw new Error(`No profile is called ${profile}.`);
  const measured: Measured[] = [];
  for (const { name, says, runs } of chosen) {
    console.log(`${name}: ${says}`);
    for (const run of runs) measured.push(await measureRun(run, seed));
  }
  const where = circumstances(seed);
  console.log(asTable(measured));
  if (json !== undefined) await writeFile(json, `${JSON.stringify({ ...where, runs: measured }, undefined, 2)}\n`);
  const command = `npm run bench:delivery -- --profile ${profile} --minutes ${size.minutes} --rate ${size.rate} --seed ${seed}`;
  if (write) await writeFigures(RELIABILITY, 'load', asFigures(command, where, measured));
}

await main();
