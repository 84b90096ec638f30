import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { ProviderName } from '#test/doubles/calendar-providers/test-provider';
import { asRepro, runSequences, type SequencesRun, together } from './run-sequences.ts';

const USAGE = `npm test -- calendars [--sequences N] [--provider google|microsoft|both] [--from S] [--seed S]

  --sequences N  how many sequences for each provider (1000); a release takes 20,000
  --provider P   google, microsoft or both (both)
  --from S       the first seed (1)
  --seed S       this one alone`;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Seeds that a process is given at a time. */
const PORTION = 20;
const TOLD_EVERY = 1_000;

interface Portion {
  readonly provider: ProviderName;
  readonly seeds: readonly number[];
}

function options() {
  const { values } = parseArgs({
    options: {
      sequences: { type: 'string', default: '1000' },
      provider: { type: 'string', default: 'both' },
      from: { type: 'string', default: '1' },
      seed: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const providers = (['google', 'microsoft'] as const).filter((one) => ['both', one].includes(values.provider));
  if (providers.length === 0) throw new Error('--provider is google, microsoft or both');
  const count = values.seed === undefined ? Number(values.sequences) : 1;
  return { providers, count, from: Number(values.seed ?? values.from), help: values.help };
}

function portionsOf({ providers, count, from }: ReturnType<typeof options>): Portion[] {
  return providers.flatMap((provider) =>
    Array.from({ length: Math.ceil(count / PORTION) }, (_, nth) => ({
      provider,
      seeds: Array.from(
        { length: Math.min(PORTION, count - nth * PORTION) },
        (_seed, place) => from + nth * PORTION + place,
      ),
    })),
  );
}

/** All portions, over as many processes as there are cores. */
async function runAll(portions: Portion[], total: number): Promise<SequencesRun> {
  const started = performance.now();
  let sum: SequencesRun | undefined;
  const take = (done: SequencesRun) => {
    const before = sum?.sequences ?? 0;
    sum = sum ? together(sum, done) : done;
    for (const failing of done.failing) say(asRepro(failing));
    const minutes = ((performance.now() - started) / 60_000).toFixed(1);
    if (Math.floor(before / TOLD_EVERY) < Math.floor(sum.sequences / TOLD_EVERY) || sum.sequences === total)
      say(`${sum.sequences} of ${total} sequences, ${sum.failing.length} failing, ${minutes} min`);
  };
  const processes = Math.min(availableParallelism(), portions.length);
  await Promise.all(Array.from({ length: processes }, () => oneProcess(portions, take)));
  if (!sum) throw new Error('There was nothing to run.');
  return sum;
}

function oneProcess(portions: Portion[], take: (done: SequencesRun) => void): Promise<void> {
  const child = fork(import.meta.filename);
  const next = () => {
    const portion = portions.shift();
    if (portion) child.send(portion);
    else child.disconnect();
  };
  return new Promise((done, fail) => {
    child.on('message', (ran) => {
      take(ran as SequencesRun);
      next();
    });
    child.once('error', fail);
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`A process ended with ${code}.`))));
    next();
  });
}

async function main(): Promise<void> {
  const given = options();
  if (given.help) {
    say(USAGE);
    return;
  }
  const { steps, comparisons, occurrences, passes, failing } = await runAll(
    portionsOf(given),
    given.count * given.providers.length,
  );
  say(`${steps} steps, ${passes} passes, ${comparisons} comparisons of ${occurrences} occurrences`);
  if (failing.length > 0) process.exitCode = 1;
}

/** One of the processes: runs what it is sent, and sends back what came of it. */
function serve(answer: (done: SequencesRun) => void): void {
  process.on('message', async ({ provider, seeds }: Portion) => answer(await runSequences(provider, seeds)));
}

if (process.send) serve((done) => process.send?.(done));
else await main();
