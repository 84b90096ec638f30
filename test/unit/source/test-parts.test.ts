import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { TESTS } from '#bin/test/plan';

const TEST = resolve(__dirname, '../..');

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
});
