import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CliError } from '#bin/cli/cli-error';

/** `3.11` for a Python that can create virtual environments, undefined for any other command. */
export type PythonVersion = (command: string) => Promise<string | undefined>;

/** A program in Python, and the oldest Python 3 that it runs on. */
export interface PythonTool {
  readonly tool: string;
  readonly minPythonMinor: number;
}

const COMMANDS = ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python'];

/** The first command on the PATH that is a Python new enough for the tool. */
export async function findPython(
  { tool, minPythonMinor }: PythonTool,
  versionOf: PythonVersion = runPython,
): Promise<string> {
  for (const command of COMMANDS) {
    const [major, minor = 0] = (await versionOf(command))?.split('.').map(Number) ?? [];
    if (major === 3 && minor >= minPythonMinor) return command;
  }
  throw new CliError(
    `${tool} needs Python 3.${minPythonMinor} or newer with its venv module (python3 and python3-venv), and none was found on the PATH`,
  );
}

const runPython: PythonVersion = async (command) => {
  const script = 'import ensurepip, sys, venv; print("%d.%d" % sys.version_info[:2])';
  try {
    return (await promisify(execFile)(command, ['-c', script])).stdout.trim();
  } catch {
    return undefined;
  }
};
