import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printedSteps } from '#bin/cli/progress';
import { runningStack, type Stack } from '#bin/stack/stack-file';
import { startStack } from '#bin/stack/start-stack';
import { table } from '#test/benchmarks/table';
import type { Incident } from './incident.ts';
import { INCIDENTS, SHORT } from './incidents.ts';
import { type Outcome, runIncident } from './run-incident.ts';

const USAGE = `npm test -- drill [--incident NAME] [--short]

  --incident NAME  that incident alone; may be repeated
  --short          the quick ones, for npm test

Provokes each incident on a local stack, sees it by what docs/runbook.md names, and cures it by the commands that
docs/runbook.md prints. It starts a stack of its own; with STACK_FILE, it works on that stack, which serves nothing else
meanwhile. Exit status 1 where an incident was not seen or not cured.

${INCIDENTS.map(({ name, summary }) => `  ${name.padEnd(24)} ${summary}`).join('\n')}`;

const TIME_SCALE = 0.02;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function chosen({ incident, short }: { readonly incident: readonly string[]; readonly short: boolean }) {
  if (incident.length === 0) return short ? SHORT : INCIDENTS;
  return incident.map((name) => {
    const found = INCIDENTS.find((one) => one.name === name);
    if (!found) throw new Error(`There is no incident "${name}"; --help lists them`);
    return found;
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      incident: { type: 'string', multiple: true, default: [] },
      short: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(USAGE);
  const incidents = chosen(values);
  const folder = await mkdtemp(join(tmpdir(), 'rapporteur-drill-'));
  // What one command has compiled, the next loads.
  process.env['NODE_COMPILE_CACHE'] ??= join(folder, 'compiled');
  try {
    await onStack(folder, (stack) => drill(stack, incidents));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function drill(stack: Stack, incidents: readonly Incident[]): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const incident of incidents) {
    say(`${incident.name}: ${incident.summary}`);
    const outcome = await runIncident(stack, incident, (line) => say(`  $ ${line}`));
    if (outcome.failure !== undefined) say(`  FAILED: ${outcome.failure}`);
    outcomes.push(outcome);
  }
  say(`\n${table(['incident', 'seen after', 'cured after'], outcomes.map(rowOf))}`);
  const failed = outcomes.filter(({ failure }) => failure !== undefined).length;
  say(`\n${outcomes.length} incidents, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

const rowOf = ({ summary, seenAfterMs, curedAfterMs, failure }: Outcome): readonly string[] => [
  summary,
  seconds(seenAfterMs),
  curedAfterMs === undefined && failure !== undefined ? 'failed' : seconds(curedAfterMs),
];

const seconds = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? '–' : `${(milliseconds / 1_000).toFixed(1)} s`;

/** The stack in STACK_FILE, which is left running, or one of our own. */
async function onStack(stateDir: string, use: (stack: Stack) => Promise<void>): Promise<void> {
  const file = process.env['STACK_FILE'];
  if (file !== undefined) return use(await runningStack(file));
  const { stack, stop } = await startStack({ port: 0, timeScale: TIME_SCALE, stateDir, step: printedSteps() });
  try {
    await use(stack);
  } finally {
    await stop();
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
});
