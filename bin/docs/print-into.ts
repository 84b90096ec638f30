import { readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT_DIR } from '#bin/paths';

/** Prints the generated part of a page again. With `--check` it writes nothing, and fails where the page would change. */
export async function printInto(page: string, render: (text: string) => string): Promise<void> {
  const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values;
  const before = await readFile(page, 'utf8');
  const after = render(before);
  if (!check) await writeFile(page, after);
  const name = relative(PROJECT_DIR, page);
  if (check && after !== before) {
    console.error(`${name} is out of date.`);
    process.exitCode = 1;
  } else console.log(`${name} ${after === before ? 'is up to date' : 'is printed again'}.`);
}
