import { join } from 'node:path';
import { PROJECT_DIR, STATE_DIR } from '#bin/paths';
import type { PythonTool } from '#bin/stack/emulator/python';
import { ensureEnvironment } from '#bin/stack/emulator/virtual-environment';

/** Programs of others that read exported files. */
export const READERS: PythonTool = { tool: 'The readers of exports', minPythonMinor: 11 };

/** Installs the readers unless they are there, 70 MB from PyPI kept in `.local`; answers the Python that has them. */
export const ensureReaders = (signal: AbortSignal): Promise<string> =>
  ensureEnvironment({
    ...READERS,
    folder: join(STATE_DIR, 'readers-venv'),
    requirements: join(PROJECT_DIR, 'test', 'readers', 'requirements.txt'),
    signal,
  });
