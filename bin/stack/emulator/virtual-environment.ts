import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '#bin/cli/cli-error';
import { findPython, type PythonTool } from '#bin/stack/emulator/python';
import { runGroup } from '#bin/stack/process-group';

interface Environment extends PythonTool {
  /** Folder of the environment, kept between starts. */
  readonly folder: string;
  /** File of pinned releases with their hashes. */
  readonly requirements: string;
  /** Its Python has pip, for what is installed later. */
  readonly hasPip?: true;
  readonly signal: AbortSignal;
}

/** Creates the virtual environment unless it has these requirements already; answers its Python. */
export async function ensureEnvironment(environment: Environment): Promise<string> {
  const { folder, requirements } = environment;
  const digest = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex');
  const digestFile = 'requirements.sha256';
  const installed = await readFile(join(folder, digestFile), 'utf8').catch(() => undefined);
  if (installed === digest) return pythonIn(folder);

  // Built in another folder and renamed: an interrupted or a parallel start never uses an incomplete environment.
  const fresh = `${folder}-${process.pid}`;
  try {
    await install(await findPython(environment), fresh, environment);
    await writeFile(join(fresh, digestFile), digest);
    await rm(folder, { recursive: true, force: true });
    await rename(fresh, folder);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return pythonIn(folder);
}

const pythonIn = (folder: string) => join(folder, 'bin', 'python');

const INSTALL = ['install', '--quiet', '--disable-pip-version-check', '--require-hashes', '-r'];

async function install(python: string, fresh: string, environment: Environment): Promise<void> {
  const { tool, folder, requirements, hasPip, signal } = environment;
  await mkdir(fresh, { recursive: true });
  const logFile = `${folder}.log`;
  const options = { cwd: fresh, env: process.env, logFile, signal };
  const isDone = async (command: string, ...args: readonly string[]) => (await runGroup(command, args, options)) === 0;
  const made = pythonIn(fresh);
  const systemPip = ['-m', 'pip', '--python', made] as const;
  const isInstalled =
    (await isDone(python, '-m', 'venv', '--without-pip', fresh)) &&
    // A pip of its own takes five seconds. That of the system can install elsewhere from 22.3 on, and may be missing.
    (!hasPip && (await isDone(python, ...systemPip, '--version'))
      ? await isDone(python, ...systemPip, ...INSTALL, requirements)
      : (await isDone(made, '-m', 'ensurepip')) && (await isDone(made, '-m', 'pip', ...INSTALL, requirements)));
  if (!isInstalled) throw new CliError(`${tool} could not be installed from PyPI; see ${logFile}`);
}
