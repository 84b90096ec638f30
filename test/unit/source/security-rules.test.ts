import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '#test/support/jest';

const ROW = /^\| (P?\d+) \| .+ \| (.+) \|$/gm;
const PROOF = /`([\w./-]+) › ([^`]+)`/g;

const document = readFileSync('docs/security.md', 'utf8');

const rows = [...document.matchAll(ROW)].map(([, number, proofs = '']) => ({
  number: String(number),
  proofs,
}));

const proofs = rows.flatMap(({ number, proofs: cell }) =>
  [...cell.matchAll(PROOF)].map(([, path = '', name = '']) => [`${number}: ${path} › ${name}`, path, name] as const),
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
  it('has every rule, and for each a proof or a sentence', () => {
    const numbers = rows.map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
    const ofRules = numbers.filter((number) => !number.startsWith('P')).map(Number);
    const all = Array.from({ length: Math.max(...ofRules) }, (_, at) => at + 1);
    expect(all.filter((number) => !ofRules.includes(number))).toEqual(withoutRule);
    for (const { number, proofs: cell } of rows)
      expect([
        number,
        /^Not here yet: |^Met by /.test(cell) || cell.split('<br>').every((one) => one.match(PROOF)),
      ]).toEqual([number, true]);
  });

  it('has tests for each rule of the second reading, by its name', () => {
    const named = rows.filter(({ number }) => number.startsWith('P'));
    expect(named.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, at) => `P${at + 1}`));
    expect(named.filter(({ proofs: cell }) => !cell.match(PROOF))).toEqual([]);
  });

  it.each(proofs)('names a test that runs: %s', (_proof, path, name) => {
    expect([path, existsSync(path)]).toEqual([path, true]);
    const code = codeOf(path);
    expect(code).toContain(name);
    expect(code.match(LEFT_OUT)).toBeNull();
  });
});
