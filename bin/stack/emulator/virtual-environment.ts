import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CouldNotStart } from '#bin/cli/cli-error';
import { FOR_THE_EMULATOR, findPython, type Purpose, type PythonVersion } from '#bin/stack/emulator/python';
import { runGroup } from '#bin/stack/process-group';

interface Environment {
  /** Folder that holds the environment from one start to the next. */
  readonly folder: string;
  /** Pinned releases with their hashes. */
  readonly requirements: string;
  readonly signal: AbortSignal;
  readonly versionOf?: PythonVersion;
  readonly purpose?: Purpose;
}

/** Makes the virtual environment unless it already holds these very requirements; answers its Python. */
export async function ensureEnvironment({
  folder,
  requirements,
  signal,
  versionOf,
  purpose,
}: Environment): Promise<string> {
  const fingerprint = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex');
  const stamp = 'requirements.sha256';
  const present = await readFile(join(folder, stamp), 'utf8').catch(() => undefined);
  if (present === fingerprint) return pythonOf(folder);

  // Made beside and moved into place whole, so that an interrupted or a second start never meets half of one.
  const fresh = `${folder}-${process.pid}`;
  try {
    const python = await findPython(versionOf, purpose);
    await install(python, { fresh, requirements, logFile: `${folder}.log`, signal, purpose });
    await writeFile(join(fresh, stamp), fingerprint);
    await rm(folder, { recursive: true, force: true });
    await rename(fresh, folder);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return pythonOf(folder);
}

const pythonOf = (folder: string) => join(folder, 'bin', 'python');

interface Installation {
  readonly fresh: string;
  readonly requirements: string;
  readonly logFile: string;
  readonly signal: AbortSignal;
  readonly purpose: Purpose | undefined;
}

async function install(python: string, { fresh, requirements, logFile, signal, purpose }: Installation): Promise<void> {
  await mkdir(fresh, { recursive: true });
  const options = { cwd: fresh, env: process.env, logFile, signal };
  const pip = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--require-hashes',
    '-r',
    requirements,
  ];
  const failed =
    (await runGroup(python, ['-m', 'venv', fresh], options)) !== 0 ||
    (await runGroup(pythonOf(fresh), pip, options)) !== 0;
  const { tool } = purpose ?? FOR_THE_EMULATOR;
  if (failed) throw new CouldNotStart(`${tool} could not be installed from PyPI; ${logFile} says why.`);
}
