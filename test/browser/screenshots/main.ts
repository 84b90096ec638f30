import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CHROMIUM, chromiumIsThere } from '#bin/chromium';
import { startStack } from '#bin/stack';
import { shownSteps } from '#bin/steps';

/** npm run screenshots: each page in light mode, dark mode and on a phone, of its own stack or of `STACK_FILE`. */

const LOCAL = resolve(import.meta.dirname, '../../../.local');
const FOLDER = join(LOCAL, 'screenshots');

const step = shownSteps({
  write: (text) => process.stdout.write(text),
  isTerminal: false,
  now: () => performance.now(),
});

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
  // It reads STACK_FILE when it is imported.
  const { shootPages } = await import('./shoot-pages.ts');
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const count = await shootPages(FOLDER);
  process.stdout.write(`${count} screenshots are in ${FOLDER}\n`);
}

if (!chromiumIsThere()) {
  process.stderr.write(`${CHROMIUM} does not exist: apt-get install chromium\n`);
  process.exitCode = 1;
} else if (process.env['STACK_FILE'] === undefined) await onAStackOfItsOwn(shoot);
else await shoot();
