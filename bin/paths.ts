import { join, resolve } from 'node:path';

export const PROJECT_DIR = resolve(import.meta.dirname, '..');

/** State of the stack that `npm start` runs: stack.json, logs, built code. Not in version control. */
export const STATE_DIR = join(PROJECT_DIR, '.local');
