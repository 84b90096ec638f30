import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CHROMIUM, chromiumIsThere, INSTALL_CHROMIUM } from '#bin/chromium';
import { printedSteps } from '#bin/cli/progress';
import { standardOutput } from '#bin/cli/status-line';
import { startStack } from '#bin/stack/start-stack';

const USAGE = `npm run tool -- screenshots [--only PAGE] [--into FOLDER]

  Takes a picture of each page, by day, by night and on a phone, of a stack of its own or of that in STACK_FILE.

  --only PAGE    this page alone, as sign-up
  --into FOLDER  what is in the folder is deleted first (.local/screenshots)`;

const LOCAL = resolve(import.meta.dirname, '../../../.local');
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    into: { type: 'string', default: join(LOCAL, 'screenshots') },
    help: { type: 'boolean', default: false },
  },
});

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
  await rm(values.into, { recursive: true, force: true });
  await mkdir(values.into, { recursive: true });
  const count = await shootPages(values.into, values.only);
  if (count === 0) throw new Error(`No page is called ${values.only}.`);
  process.stdout.write(`${count} pictures are in ${values.into}\n`);
}

if (values.help) process.stdout.write(`${USAGE}\n`);
else if (!chromiumIsThere()) {
  process.stderr.write(`${CHROMIUM} is not there: ${INSTALL_CHROMIUM}\n`);
  process.exitCode = 1;
} else if (process.env['STACK_FILE'] === undefined) await onAStackOfItsOwn(shoot);
else await shoot();
