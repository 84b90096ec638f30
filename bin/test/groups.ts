import { readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { TOGETHER } from '#bin/test/plan';

/**
 * Jest loads and compiles all modules anew for each file that it runs, which takes a quarter of the processor time of
 * the contract tests. So `npm test` has it run a few files that require many: those of a group share their modules,
 * the state of modules included. `npx jest <path>` runs a file alone.
 */

const PROJECT = resolve(import.meta.dirname, '../..');

/** Paths from the root of the project, in the order of the alphabet. */
export const testFilesIn = (folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => join(folder, path))
      .sort(),
  );

/**
 * Deals files to groups in turn: those of one folder, which take about as long, are in different groups. Those of
 * `together` are all in the first.
 */
export function dealtTo(
  count: number,
  paths: readonly string[],
  together: readonly string[] = [],
): readonly (readonly string[])[] {
  const others = paths.filter((path) => !together.includes(path));
  return Array.from({ length: Math.min(count, paths.length) }, (_, group) => [
    ...others.filter((_path, nth) => nth % count === group),
    ...(group === 0 ? paths.filter((path) => together.includes(path)) : []),
  ]);
}

/** Each file within a `describe` of its path, which bounds its hooks and names its tests in the report. */
export const codeOf = (group: readonly string[]): string =>
  group
    .map(
      (path) => `describe(${JSON.stringify(path)}, () => {\n  require(${JSON.stringify(join(PROJECT, path))});\n});\n`,
    )
    .join('');

/** Writes the groups of the tests in `folders` to `to`. Returns the arguments with which jest runs them side by side. */
export async function writeGroups(count: number, folders: readonly string[], to: string): Promise<readonly string[]> {
  await mkdir(to, { recursive: true });
  const groups = dealtTo(count, testFilesIn(folders), TOGETHER);
  await Promise.all(groups.map((group, nth) => writeFile(join(to, `${nth}.test.cjs`), codeOf(group))));
  return ['--roots', to, '--testMatch', '**/*.test.cjs', '--maxWorkers', String(count)];
}
