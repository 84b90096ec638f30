import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printedSteps } from '#bin/cli/progress';
import { killAllGroups } from '#bin/stack/process-group';
import { startStack } from '#bin/stack/start-stack';

const USAGE = `npm test -- connectors

Connects the MCP Inspector, its command line and its web page, with the connector: through sign-in, refresh and reconnection.

  It installs the Inspector into .local (110 MB of npm packages), needs Chromium, and starts a stack of its own; with
  STACK_FILE, it runs on that stack.`;

const TIME_SCALE = 0.02;

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

/** The file of the stack in STACK_FILE, which is left running, or of one of our own. */
async function stackToUse(stateDir: string, signal: AbortSignal) {
  const file = process.env['STACK_FILE'];
  if (file !== undefined) return { file, stop: async () => undefined };
  const step = printedSteps();
  const { stop } = await startStack({ port: 0, timeScale: TIME_SCALE, stateDir, step, signal });
  return { file: join(stateDir, 'stack.json'), stop };
}

async function main(): Promise<void> {
  const { help } = parseArgs({ options: { help: { type: 'boolean', default: false } } }).values;
  if (help) return void say(USAGE);
  // The browser ends this process at Ctrl-C.
  process.on('exit', killAllGroups);
  const leaving = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leaving.abort());
  const folder = await mkdtemp(join(tmpdir(), 'rapporteur-connectors-'));
  const { file, stop } = await stackToUse(folder, leaving.signal);
  try {
    // Modules of the tests read where the stack is when they are loaded.
    process.env['STACK_FILE'] = file;
    const { checksOfInspector } = await import('./inspector.ts');
    const failing = await checksOfInspector(folder, say);
    process.exitCode = failing === 0 ? 0 : 1;
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
