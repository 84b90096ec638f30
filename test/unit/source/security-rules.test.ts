import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const ROW = /^\| (\d+) \| .+ \| (.+) \|$/gm;
const PROOF = /`([\w./-]+) › ([^`]+)`/g;

const rows = [...readFileSync('docs/security.md', 'utf8').matchAll(ROW)].map(([, number, proofs = '']) => ({
  number: Number(number),
  proofs,
}));

const proofs = rows.flatMap(({ number, proofs: cell }) =>
  [...cell.matchAll(PROOF)].map(([, path = '', name = '']) => [`${number}: ${path} › ${name}`, path, name] as const),
);

describe('docs/security.md', () => {
  it('has every rule, and for each a proof or a sentence', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 51 }, (_, at) => at + 1));
    for (const { number, proofs: cell } of rows)
      expect([
        number,
        /^Not here yet: |^Met by /.test(cell) || cell.split('<br>').every((one) => one.match(PROOF)),
      ]).toEqual([number, true]);
  });

  it.each(proofs)('names what is there: %s', (_proof, path, name) => {
    expect([path, existsSync(path)]).toEqual([path, true]);
    expect(readFileSync(path, 'utf8')).toContain(name);
  });
});
