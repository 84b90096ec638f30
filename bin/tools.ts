import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PROJECT_DIR, STATE_DIR } from '#bin/paths';
import { installPinned } from '#bin/pinned-packages';

/** The package.json and the lock of what checks and tests alone use. */
export const TOOLS_LOCK_DIR = join(PROJECT_DIR, 'test/tools');

/** Where they are installed, kept in `.local`. */
export const TOOLS_DIR = join(STATE_DIR, 'tools');

/** Installs them unless they are there: 150 MB from npm's registry. */
export const installTools = (): Promise<void> => installPinned(TOOLS_LOCK_DIR, TOOLS_DIR);

/** The file of a program, once they are installed: `knip`. */
export const toolProgram = (name: string): string => join(TOOLS_DIR, 'node_modules/.bin', name);

/** Loads one of their libraries, once they are installed. */
export const requireTool = createRequire(join(TOOLS_DIR, 'package.json'));
