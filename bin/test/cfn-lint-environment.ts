import { join } from 'node:path';
import { PROJECT_DIR, STATE_DIR } from '#bin/paths';
import type { PythonTool } from '#bin/stack/emulator/python';
import { ensureEnvironment } from '#bin/stack/emulator/virtual-environment';

/** The linter of AWS for templates of CloudFormation. */
export const CFN_LINT: PythonTool = { tool: 'cfn-lint', minPythonMinor: 11 };

/** Installs cfn-lint unless it is there, 84 MB from PyPI kept in `.local`; answers the Python that has it. */
export const ensureCfnLint = (signal: AbortSignal): Promise<string> =>
  ensureEnvironment({
    ...CFN_LINT,
    folder: join(STATE_DIR, 'cfn-lint-venv'),
    requirements: join(PROJECT_DIR, 'test', 'cfn-lint', 'requirements.txt'),
    signal,
  });
