import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printedSteps } from '#bin/cli/progress';
import { runningStack, type Stack } from '#bin/stack/stack-file';
import { type RunningStack, startStack } from '#bin/stack/start-stack';
import { RELIABILITY, writeFigures } from '#test/benchmarks/figures-in';
import { circumstances } from '#test/benchmarks/machine';
import { seededRandom } from '#test/benchmarks/random';
import { aBench, type Bench } from './bench.ts';
import { arrived, leftovers } from './quiet.ts';
import { asFigures, asLine, asTable, summary } from './report.ts';
import type { Outcome } from './run-case.ts';
import { runTable, type Size } from './run-table.ts';

const USAGE = `npm test -- faults [--table few|short|kills|full] [--only WORDS] [--events N] [--kills N] [--minute S] [--seed S] [--write]

  --table T    few: each fault once at a few hops, for npm test (20 seconds); short: each kill and each fault once
               (20 minutes); kills: each kill many times; full: with rates and drills; both for a release (short)
  --events N   told of in one go, under a few faults of every kind (0; full: 5000)
  --only WORDS only cases whose name contains these words, as '100 %', 'stalled', 'drill'
  --kills N    how often a function is killed at each point (1; kills: 50)
  --row N      kills that follow each other at once, before what they hit recovers (1)
  --minute S   seconds for which a fault strikes every request (6)
  --seed S     of what is drawn (1)
  --write      puts the table into docs/reliability.md

  It starts a stack of its own; with STACK_FILE, it runs on that stack, which serves nothing else meanwhile.`;

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

function options() {
  const { values } = parseArgs({
    options: {
      table: { type: 'string', default: 'short' },
      events: { type: 'string' },
      kills: { type: 'string' },
      row: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      minute: { type: 'string', default: '6' },
      seed: { type: 'string', default: '1' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const table = (['few', 'short', 'kills', 'full'] as const).find((name) => name === values.table);
  if (!table) throw new Error('--table is few, short, kills or full');
  const events = Number(values.events ?? (table === 'full' ? 5_000 : 0));
  const kills = Number(values.kills ?? (table === 'kills' ? 50 : 1));
  return {
    ...values,
    table,
    events,
    kills,
    row: Number(values.row),
    minuteSeconds: Number(values.minute),
    seed: Number(values.seed),
  };
}

/** The gaps between attempts a fiftieth as long; leases, visibility and the sweeper's minute are real. */
const TIME_SCALE = 0.02;
const NO_LIMIT = { pushes: 1_000_000 };

async function main(): Promise<void> {
  const { help, write, seed, ...size } = options();
  if (help) return void say(USAGE);
  const leaving = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leaving.abort());
  const folder = await mkdtemp(join(tmpdir(), 'rapporteur-faults-'));
  try {
    const running = await stackToBreak(folder, leaving.signal);
    const interrupted = new Promise<never>((_, fail) => {
      leaving.signal.addEventListener('abort', () => fail(leaving.signal.reason));
    });
    try {
      const said = await Promise.race([run(running.stack, { ...size, random: seededRandom(seed) }), interrupted]);
      const command = `npm test -- faults --table ${size.table}${size.only && ` --only '${size.only}'`} --events ${size.events} --kills ${size.kills} --row ${size.row} --minute ${size.minute} --seed ${seed}`;
      const killed = size.row === 1 ? 'faults kills' : 'faults kills in a row';
      const place = size.table === 'kills' ? killed : 'faults';
      if (write) await writeFigures(RELIABILITY, place, asFigures(command, circumstances(seed), said));
    } finally {
      await running.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The stack in STACK_FILE, which is left running, or one of our own. */
async function stackToBreak(stateDir: string, signal: AbortSignal): Promise<Pick<RunningStack, 'stack' | 'stop'>> {
  const file = process.env['STACK_FILE'];
  if (file !== undefined) return { stack: await runningStack(file), stop: async () => undefined };
  return startStack({ port: 0, timeScale: TIME_SCALE, limits: NO_LIMIT, stateDir, step: printedSteps(), signal });
}

async function run(stack: Stack, size: Size): Promise<readonly string[]> {
  const bench = await aBench(stack);
  try {
    const outcomes = await runTable(bench, size, (outcome) => say(asLine(outcome)));
    const violations = [...(await judge(bench, outcomes)), ...notOnce(outcomes)];
    const { answers } = bench.partner;
    const said = [asTable(outcomes), summary(outcomes, answers)];
    for (const text of [...said, ...violations.map((violation) => `VIOLATED: ${violation}`)]) say(`\n${text}`);
    process.exitCode = violations.length === 0 ? 0 : 1;
    return said;
  } finally {
    await bench.close();
  }
}

const QUIET_WITHIN_SECONDS = 400;

/** Which promises do not hold, once all is quiet. */
async function judge(bench: Bench, outcomes: readonly Outcome[]): Promise<readonly string[]> {
  await arrived(
    bench,
    outcomes.flatMap(({ told }) => told),
    QUIET_WITHIN_SECONDS,
  );
  const left = await leftovers(bench, QUIET_WITHIN_SECONDS, killsOfApi(outcomes));
  const broken = outcomes.flatMap(({ fault, amount, hop, account }) => {
    const { missing, violations } = account();
    const lost = missing > 0 ? [`${missing} deliveries are lost`] : [];
    return [...lost, ...violations].map((violation) => `${amount} ${fault}, ${hop}: ${violation}`);
  });
  return [...left, ...broken];
}

/** A fault that did not strike tests nothing. */
const notOnce = (outcomes: readonly Outcome[]): readonly string[] =>
  outcomes
    .filter(({ amount, struck }) => amount === 'once' && struck !== 1)
    .map(({ fault, hop, struck }) => `${fault}, ${hop}: struck ${struck} times instead of once`);

const killsOfApi = (outcomes: readonly Outcome[]): number =>
  outcomes
    .filter(({ fault, hop }) => fault === 'killed' && hop.startsWith('API'))
    .reduce((sum, { struck }) => sum + struck, 0);

await main().catch((error: unknown) => {
  const asked = error instanceof Error && error.name === 'AbortError';
  process.stderr.write(asked ? 'Ended, as asked.\n' : `${error instanceof Error ? error.stack : error}\n`);
  // What still waits for an event would wait for ever.
  process.exit(1);
});
