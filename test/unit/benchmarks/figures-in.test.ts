import { readFileSync } from 'node:fs';
import { RELIABILITY, withFigures } from '#test/benchmarks/figures-in';
import { describe, expect, it } from '#test/support/jest';

const page = 'Before.\n\n<!-- load -->\n\nnot measured yet\n\n<!-- /load -->\n\nAfter.\n';

describe('figures in a document', () => {
  it('replace what stands between their markers, and nothing else', () => {
    expect(withFigures(page, 'load', '| A |')).toBe('Before.\n\n<!-- load -->\n\n| A |\n\n<!-- /load -->\n\nAfter.\n');
  });

  it('are replaced as well', () => {
    expect(withFigures(withFigures(page, 'load', 'old'), 'load', 'new')).toBe(withFigures(page, 'load', 'new'));
  });

  it('are refused where no marker asks for them', () => {
    expect(() => withFigures(page, 'cost', '| A |')).toThrow('cost');
  });

  it.each(['A', 'B', 'C', 'D', 'E', 'emulator'].map((profile) => `load ${profile}`).concat('cost'))(
    'have a place in docs/reliability.md: %s',
    (name) => {
      const document = readFileSync(RELIABILITY, 'utf8');

      expect(withFigures(document, name, 'new')).toContain('\nnew\n');
    },
  );
});
