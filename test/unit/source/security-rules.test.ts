import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '#test/support/jest';

const ROW = /^\| (P?\d+) \| .+ \|$/gm;

const document = readFileSync('docs/security.md', 'utf8');
/** The tests that prove each rule: by its number, then by file, their titles. */
const PROOFS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = JSON.parse(
  readFileSync('test/data/security-proofs.json', 'utf8'),
);

const numbers = [...document.matchAll(ROW)].map(([, number]) => String(number));

const proofs = Object.entries(PROOFS).flatMap(([number, files]) =>
  Object.entries(files).flatMap(([path, names]) =>
    names.map((name) => [`${number}: ${path} › ${name}`, path, name] as const),
  ),
);

/** Numbers that the document says are of no rule, such as `83–89, 93`. */
const withoutRule = (/^Numbers of no rule: (.+)\.$/m.exec(document)?.[1] ?? '').split(', ').flatMap((range) => {
  const [from = 0, to = from] = range.split('–').map(Number);
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
});

/** Block comments stand on lines of their own: a pattern of a path has the same signs. */
const COMMENT = /^\s*\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*$/gm;
/** What runs no test, or keeps others from running. */
const LEFT_OUT = /\b(?:it|test|describe)\.(?:skip|todo|only|failing)\b|\bx(?:it|test|describe)\b/g;

/** The source of a test file without its comments: a title may have a row of its table in place of `%s`. */
const codeOf = (path: string): string => readFileSync(path, 'utf8').replace(COMMENT, '');

describe('docs/security.md', () => {
  it('has every rule once', () => {
    expect(new Set(numbers).size).toBe(numbers.length);
    const ofRules = numbers.filter((number) => !number.startsWith('P')).map(Number);
    const all = Array.from({ length: Math.max(...ofRules) }, (_, at) => at + 1);
    expect(all.filter((number) => !ofRules.includes(number))).toEqual(withoutRule);
  });

  it('has the rules of the second reading by their names', () => {
    const named = numbers.filter((number) => number.startsWith('P'));
    expect(named).toEqual(Array.from({ length: 12 }, (_, at) => `P${at + 1}`));
  });

  it('has at least one test for each rule, and no test for another', () => {
    const proved = Object.keys(PROOFS).filter((number) => proofs.some(([title]) => title.startsWith(`${number}: `)));
    expect(proved.toSorted()).toEqual(numbers.toSorted());
  });

  it.each(proofs)('names a test that runs: %s', (_proof, path, name) => {
    expect([path, existsSync(path)]).toEqual([path, true]);
    const code = codeOf(path);
    expect(code).toContain(name);
    expect(code.match(LEFT_OUT)).toBeNull();
  });
});
