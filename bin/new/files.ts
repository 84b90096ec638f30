import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CliError } from '#bin/cli/cli-error';
import { PROJECT_DIR } from '#bin/paths';

/** Writes a new file; fails where there is one already. `path` is from the root of the project. */
export async function createFile(path: string, text: string): Promise<void> {
  const file = join(PROJECT_DIR, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { flag: 'wx' }).catch(() => {
    throw new CliError(`${path} exists already`);
  });
  console.log(`  new      ${path}`);
}
