import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printedSteps } from '#bin/cli/progress';
import { runningStack, type Stack } from '#bin/stack/stack-file';
import { startStack } from '#bin/stack/start-stack';
import { rehearse } from './rehearsal.ts';

const USAGE = `npm test -- restore [--rows N]

  --rows N   rows of all kinds in the table (10000)

  It rehearses a restore on a stack of its own; with STACK_FILE, on that stack, which serves nothing else meanwhile.`;

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { rows: { type: 'string', default: '10000' }, help: { type: 'boolean', default: false } },
  });
  if (values.help) return say(USAGE);
  const folder = await mkdtemp(join(tmpdir(), 'rapporteur-restore-'));
  try {
    await onStack(folder, async (stack) => {
      const violations = await rehearse(stack, Number(values.rows), say);
      for (const violation of violations) say(`VIOLATED: ${violation}`);
      say(violations.length === 0 ? 'Nothing was lost.' : `${violations.length} violations`);
      process.exitCode = violations.length === 0 ? 0 : 1;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The stack in STACK_FILE, which is left running, or one of our own. */
async function onStack(stateDir: string, use: (stack: Stack) => Promise<void>): Promise<void> {
  const file = process.env['STACK_FILE'];
  if (file !== undefined) return use(await runningStack(file));
  const { stack, stop } = await startStack({ port: 0, timeScale: 0.02, stateDir, step: printedSteps() });
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
