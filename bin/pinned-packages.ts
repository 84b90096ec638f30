import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const LOCK = 'package-lock.json';
const PACKAGES = ['package.json', LOCK];

/** Of output that is kept in memory. */
const MOST_BYTES = 10_000_000;

/**
 * Installs what the package.json and package-lock.json of one folder pin into another, which is kept, unless it is there
 * already. Needs npm's registry; runs no install script of a package. Throws if npm fails, and installs anew the next time.
 */
export async function installPinned(pinned: string, folder: string): Promise<void> {
  const [wanted, installed] = await Promise.all(
    [pinned, folder].map((each) => readFile(join(each, LOCK), 'utf8').catch(() => '')),
  );
  if (wanted === installed) return;
  await mkdir(folder, { recursive: true });
  for (const name of PACKAGES) await copyFile(join(pinned, name), join(folder, name));
  const options = { cwd: folder, maxBuffer: MOST_BYTES };
  const done = promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], options);
  await done.catch(async (cause) => {
    // A lock without its packages would count as installed the next time.
    await rm(join(folder, LOCK), { force: true });
    throw cause;
  });
}
