import { readFileSync } from 'node:fs';
import { describe, expect, it } from '#test/support/jest';

const DOCUMENT = readFileSync('docs/decisions/dependencies.md', 'utf8');

/** `@aws-sdk/client-*` stands for all that begin so. */
const listed = [...DOCUMENT.matchAll(/^\| `([^`*]+)(\*?)`/gm)].map(([, name = '', all]) => ({
  name,
  all: all === '*',
}));

const namesIn = (file: string): readonly string[] => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
};

const direct = [...namesIn('package.json'), ...namesIn('test/tools/package.json')];
const isFor = (one: string) => (line: (typeof listed)[number]) =>
  line.all ? one.startsWith(line.name) : one === line.name;

describe('docs/decisions/dependencies.md', () => {
  it('has a line for each direct dependency', () => {
    expect(direct.filter((name) => !listed.some(isFor(name)))).toEqual([]);
  });

  it('has no line for a package that is no dependency', () => {
    expect(listed.filter((line) => !direct.some((name) => isFor(name)(line)))).toEqual([]);
  });
});
