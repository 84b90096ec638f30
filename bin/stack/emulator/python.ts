import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CouldNotStart } from '#bin/cli/cli-error';

/** Answers `3.11` for a Python that can make virtual environments, `undefined` for a command that cannot. */
export type PythonVersion = (command: string) => Promise<string | undefined>;

const CANDIDATES = ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python'];

/** What an environment is for, and the first Python 3 that it runs on. */
export interface Purpose {
  readonly tool: string;
  readonly leastMinor: number;
}

export const FOR_THE_EMULATOR: Purpose = { tool: 'The local AWS emulator', leastMinor: 10 };

/** The first command that is a Python new enough for the purpose and can make a virtual environment. */
export async function findPython(
  versionOf: PythonVersion = askPython,
  { tool, leastMinor }: Purpose = FOR_THE_EMULATOR,
): Promise<string> {
  for (const command of CANDIDATES) {
    const version = await versionOf(command);
    if (version !== undefined && isNewEnough(version, leastMinor)) return command;
  }
  throw new CouldNotStart(
    `${tool} needs Python 3.${leastMinor} or newer with its venv module (python3 and python3-venv), and none was found on the PATH`,
  );
}

const isNewEnough = (version: string, leastMinor: number): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === 3 && minor >= leastMinor;
};

const askPython: PythonVersion = async (command) => {
  const question = 'import ensurepip, sys, venv; print("%d.%d" % sys.version_info[:2])';
  try {
    return (await promisify(execFile)(command, ['-c', question])).stdout.trim();
  } catch {
    return undefined;
  }
};
