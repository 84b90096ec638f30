import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const LOCK = 'package-lock.json';
const PACKAGES = ['package.json', LOCK];

/** A copy of the lock, made once npm has installed all of it. */
const INSTALLED = 'installed-lock.json';

/** The id of the process that installs. */
const INSTALLING = 'installing';
const WAIT_MS = 200;

/** Of output that is kept in memory. */
const MOST_BYTES = 10_000_000;

/**
 * Installs what the package.json and package-lock.json of one folder pin into another, which is kept, unless it is there
 * already or another process does. Needs npm's registry; runs no install script of a package. Throws if npm fails, and
 * installs anew the next time.
 */
export async function installPinned(pinned: string, folder: string): Promise<void> {
  while (!(await isInstalled(pinned, folder))) {
    await mkdir(folder, { recursive: true });
    if (await begins(folder)) await install(pinned, folder);
    else await sleep(WAIT_MS);
  }
}

async function install(pinned: string, folder: string): Promise<void> {
  try {
    await rm(join(folder, INSTALLED), { force: true });
    for (const name of PACKAGES) await copyFile(join(pinned, name), join(folder, name));
    const options = { cwd: folder, maxBuffer: MOST_BYTES };
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], options);
    await copyFile(join(folder, LOCK), join(folder, INSTALLED));
  } finally {
    await rm(join(folder, INSTALLING), { force: true });
  }
}

const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

const isInstalled = async (pinned: string, folder: string): Promise<boolean> =>
  (await textOf(join(pinned, LOCK))) === (await textOf(join(folder, INSTALLED)));

/** Whether this process is to install: false while another one does. What one that was killed has left does not count. */
async function begins(folder: string): Promise<boolean> {
  const file = join(folder, INSTALLING);
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const pid = Number(await textOf(file));
    if (pid > 0 && !isRunning(pid)) await rm(file, { force: true });
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
