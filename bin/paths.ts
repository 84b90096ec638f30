import { join, relative, resolve } from 'node:path';

export const PROJECT_DIR = resolve(import.meta.dirname, '..');

/** Holds the programs of npm packages, the pinned `node` among them. */
export const PACKAGE_BIN_DIR = join(PROJECT_DIR, 'node_modules', '.bin');

/** State of the stack that `npm start` runs, and Python environments. Not in version control. */
export const STATE_DIR = join(PROJECT_DIR, '.local');

/** A path for messages: relative to the working directory if it is inside. */
export function relativePath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
}
