import { leveled, visualRuns } from '#shared/texts/exports/formats/visual-order';
import { describe, expect, it } from '#test/support/jest';

const runsOf = (text: string, isRightToLeft: boolean, to = text.length) =>
  visualRuns(leveled(text, isRightToLeft), 0, to).map((run) => [run.text, run.isRightToLeft]);

describe('the visual order of a line', () => {
  it('is the logical one from left to right', () => {
    expect(runsOf('Hello (1), world', false)).toEqual([['Hello (1), world', false]]);
  });

  it('has right-to-left words within left-to-right text as one run', () => {
    expect(runsOf('a אב גד b', false)).toEqual([
      ['a ', false],
      ['אב גד', true],
      [' b', false],
    ]);
  });

  it('begins at the right in a right-to-left paragraph, with numbers as they are', () => {
    expect(runsOf('אב 12 גד', true)).toEqual([
      [' גד', true],
      ['12', false],
      ['אב ', true],
    ]);
  });

  it('turns brackets around within right-to-left text', () => {
    expect(runsOf('(אב)', true)).toEqual([[')אב(', true]]);
  });

  it('has the space at the end of a line at the end of the paragraph direction', () => {
    expect(runsOf('אב ab cd', true, 6)).toEqual([
      [' ', true],
      ['ab', false],
      ['אב ', true],
    ]);
  });

  it('takes a segment of marks, each of which is a run at many levels', () => {
    const nested = '\u202b\u202a'.repeat(60);
    const text = `${nested}${'\u200e\u200f'.repeat(4_900)}a`;

    const runs = runsOf(text, false);

    expect(runs.length).toBeGreaterThan(9_000);
    expect(runs.map(([one]) => one).join('')).toHaveLength(text.length);
  });
});
