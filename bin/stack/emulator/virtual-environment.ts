import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CliError } from '#bin/cli/cli-error';
import { findPython, type PythonTool } from '#bin/stack/emulator/python';
import { runGroup } from '#bin/stack/process-group';

interface Environment extends PythonTool {
  /** Folder of the environment, kept between starts. */
  readonly folder: string;
  /** File of pinned releases with their hashes. */
  readonly requirements: string;
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

interface Pythons {
  /** That of the system, with which the environment was made. */
  readonly system: string;
  /** That of the environment. */
  readonly python: string;
  readonly signal?: AbortSignal;
}

/**
 * The command that runs pip for an environment: the system's pip with `--python` (22.3 or newer), otherwise the
 * environment's own, which `ensurepip` installs where it is missing. That takes five seconds.
 */
export async function pipFor({ system, python, signal }: Pythons): Promise<readonly [string, ...string[]]> {
  const run = (command: string, ...args: readonly string[]) => promisify(execFile)(command, args, { signal });
  const args = ['-m', 'pip', '--python', python] as const;
  const isUsable = await run(system, ...args, '--version').then(
    () => true,
    () => false,
  );
  if (isUsable) return [system, ...args];
  signal?.throwIfAborted();
  await run(python, '-m', 'ensurepip').catch(({ message }) => {
    signal?.throwIfAborted();
    throw new CliError(`pip could not be installed for ${python}: ${message}`);
  });
  return [python, '-m', 'pip'];
}

/** Bytecode is a third of an installation: Python writes that of a module at its first import. */
const INSTALL = ['install', '--quiet', '--disable-pip-version-check', '--no-compile', '--require-hashes', '-r'];

async function install(system: string, fresh: string, environment: Environment): Promise<void> {
  const { tool, folder, requirements, signal } = environment;
  await mkdir(fresh, { recursive: true });
  const logFile = `${folder}.log`;
  const options = { cwd: fresh, env: process.env, logFile, signal };
  const isDone = async (command: string, ...args: readonly string[]) => (await runGroup(command, args, options)) === 0;
  const failed = new CliError(`${tool} could not be installed from PyPI; see ${logFile}`);
  if (!(await isDone(system, '-m', 'venv', '--without-pip', fresh))) throw failed;
  const [pip, ...args] = await pipFor({ system, python: pythonIn(fresh), signal });
  if (!(await isDone(pip, ...args, ...INSTALL, requirements))) throw failed;
}
