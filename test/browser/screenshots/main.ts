import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CHROMIUM, chromiumIsThere } from '#bin/chromium';
import { printedSteps } from '#bin/cli/progress';
import { standardOutput } from '#bin/cli/status-line';
import { startStack } from '#bin/stack/start-stack';

/** npm run screenshots: a picture of each page, by day, by night and on a phone, of a stack of its own or of `STACK_FILE`. */

const LOCAL = resolve(import.meta.dirname, '../../../.local');
const PICTURES = join(LOCAL, 'screenshots');

const step = printedSteps({ ...standardOutput(), isTerminal: false });

async function onAStackOfItsOwn(shoot: () => Promise<void>): Promise<void> {
  const stateDir = join(LOCAL, 'screenshots-stack');
  const running = await startStack({ port: 0, timeScale: 0.02, stateDir, step });
  process.env['STACK_FILE'] = join(stateDir, 'stack.json');
  try {
    await shoot();
  } finally {
    await running.stop();
  }
}

async function shoot(): Promise<void> {
  // Only now is it said which stack that is.
  const { shootPages } = await import('./shoot-pages.ts');
  await rm(PICTURES, { recursive: true, force: true });
  await mkdir(PICTURES, { recursive: true });
  const count = await shootPages(PICTURES);
  process.stdout.write(`${count} pictures are in ${PICTURES}\n`);
}

if (!chromiumIsThere()) {
  process.stderr.write(`${CHROMIUM} is not there: apt-get install chromium\n`);
  process.exitCode = 1;
} else if (process.env['STACK_FILE'] === undefined) await onAStackOfItsOwn(shoot);
else await shoot();
