import { mkdir, readFile, writeFile } from 'node:fs/promises';
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

/** Inserts a line, which may be several, into a file. */
export async function insertLine(path: string, before: string, line: string): Promise<void> {
  const content = await readFile(join(PROJECT_DIR, path), 'utf8');
  const at = content.indexOf(before);
  if (at < 0) throw new CliError(`${path} has no place for ${line.trim()}`);
  await writeFile(join(PROJECT_DIR, path), `${content.slice(0, at)}${line}\n${content.slice(at)}`);
  console.log(`  changed  ${path}`);
}
