import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { TESTS } from '#bin/test/plan';
import { describe, expect, it } from '#test/support/jest';

const TEST = resolve(import.meta.dirname, '../..');

/** A time limit as the last argument of a test or hook, or for a whole file. */
const OWN_LIMIT = /\bjest[.]setTimeout\(|^\s*\}, ?[\d_]+\);$|^ {2,}[\d_]{4,},\n\s*\);$/m;

const hasTests = (folder: string) =>
  readdirSync(join(TEST, folder), { recursive: true }).some((path) => String(path).endsWith('.test.ts'));

describe('npm test', () => {
  it('runs every folder that has tests', () => {
    const run = Object.values(TESTS)
      .flat()
      .map((folder) => folder.replace('test/', ''));
    const folders = readdirSync(TEST, { withFileTypes: true }).filter((entry) => entry.isDirectory());

    expect(run.toSorted()).toEqual(folders.map(({ name }) => name).filter(hasTests));
  });

  it('ends no test by a time limit of its own, which a busy machine would exceed', () => {
    const tests = readdirSync(TEST, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.test.ts'));

    expect(tests.filter((path) => OWN_LIMIT.test(readFileSync(join(TEST, path), 'utf8')))).toEqual([]);
  });
});
