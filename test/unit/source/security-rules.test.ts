import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '#test/support/jest';

const ROW = /^\| (P?\d+) \| .+ \| (.+) \|$/gm;
const PROOF = /`([\w./-]+) › ([^`]+)`/g;

const rows = [...readFileSync('docs/security.md', 'utf8').matchAll(ROW)].map(([, number, proofs = '']) => ({
  number: String(number),
  proofs,
}));

const proofs = rows.flatMap(({ number, proofs: cell }) =>
  [...cell.matchAll(PROOF)].map(([, path = '', name = '']) => [`${number}: ${path} › ${name}`, path, name] as const),
);

describe('docs/security.md', () => {
  it('has every rule, and for each a proof or a sentence', () => {
    const numbers = rows.map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).toEqual(
      expect.arrayContaining([...Array.from({ length: 53 }, (_, at) => at + 1), 56, 57, 58, 62, 63, 64].map(String)),
    );
    for (const { number, proofs: cell } of rows)
      expect([
        number,
        /^Not here yet: |^Met by /.test(cell) || cell.split('<br>').every((one) => one.match(PROOF)),
      ]).toEqual([number, true]);
  });

  it('has tests for each rule of the second reading, by its name', () => {
    const named = rows.filter(({ number }) => number.startsWith('P'));
    expect(named.map(({ number }) => number)).toEqual(Array.from({ length: 11 }, (_, at) => `P${at + 1}`));
    expect(named.filter(({ proofs: cell }) => !cell.match(PROOF))).toEqual([]);
  });

  it.each(proofs)('names what is there: %s', (_proof, path, name) => {
    expect([path, existsSync(path)]).toEqual([path, true]);
    expect(readFileSync(path, 'utf8')).toContain(name);
  });
});
