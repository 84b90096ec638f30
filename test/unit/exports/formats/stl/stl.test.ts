import type { Instant } from '#shared/foundation/core/time';
import { UnsupportedCharacters } from '#shared/texts/exports/formats/format';
import { cuesAsStl } from '#shared/texts/exports/formats/stl/stl';
import { aCue } from '#test/support/a-cue';
import { describe, expect, it } from '#test/support/jest';

const programme = { title: 'Réunion n° 1', date: Date.parse('2026-11-02T10:00:00Z') as Instant, language: 'fr-CA' };

const written = (...lines: string[]) => Buffer.from(cuesAsStl([aCue({ lines })], programme));
const fieldOf = (file: Buffer, start: number, length: number) =>
  file.subarray(start, start + length).toString('latin1');
const textOf = (file: Buffer, block = 0) => {
  const text = file.subarray(1024 + block * 128 + 16, 1024 + (block + 1) * 128);
  return text.subarray(0, text.includes(0x8f) ? text.indexOf(0x8f) : 112).toString('latin1');
};

describe('subtitles as EBU STL', () => {
  it('begin with general information of 1024 bytes', () => {
    const file = Buffer.from(cuesAsStl([aCue(), aCue({ startMs: 3000, endMs: 4000 })], programme));

    expect(fieldOf(file, 0, 16)).toBe('850STL25.010000F');
    expect(fieldOf(file, 16, 32).trim()).toBe('Reunion n 1');
    expect(fieldOf(file, 224, 50)).toBe(
      ['261102', '261102', '00', '00002', '00002', '001', '14', '23', '1', '00000000', '00000013', '11'].join(''),
    );
  });

  it('have a block of 128 bytes each, with times by frames', () => {
    const file = written('Shall', 'we?');

    expect(file).toHaveLength(1024 + 128);
    expect([...file.subarray(1024, 1024 + 16)]).toEqual([0, 1, 0, 0xff, 0, 0, 0, 0, 13, 0, 0, 2, 13, 21, 2, 0]);
    expect(textOf(file)).toBe('Shall\x8awe?');
  });

  it.each([
    ['00', 'Ça coûte 5 $', '\xcbCa co\xc3ute 5 $'],
    ['01', 'Привет №1', '\xbf\xe0\xd8\xd2\xd5\xe2 \xf01'],
    ['03', 'Γειά', '\xc3\xe5\xe9\xdc'],
    ['04', 'שלום', '\xf9\xec\xe5\xed'],
    ['02', 'سلام؟', '\xd3\xe4\xc7\xe5\xbf'],
  ])('use table %s for %j', (code, line, bytes) => {
    const file = written(line);

    expect(fieldOf(file, 12, 2)).toBe(code);
    expect(textOf(file)).toBe(bytes);
  });

  it('have common substitutes of punctuation, and no invisible characters', () => {
    expect(textOf(written('„Да“ – 5 € …\u200e\u00ad'))).toBe('"\xb4\xd0" - 5 EUR ...');
  });

  it.each(['日本', 'Да, é', '😀'])('fail for %j, which no table holds', (line) => {
    expect(() => written(line)).toThrow(UnsupportedCharacters);
  });

  it('name the characters that are lacking', () => {
    expect(() => written('Да, é')).toThrow('No character table of EBU STL holds é (U+00E9) with the rest of the text.');
  });

  it('continue a long text in extension blocks, and cut none of its letters', () => {
    const file = written(`${'a'.repeat(111)}é${'b'.repeat(20)}`);

    expect([file[1024 + 3], file[1024 + 128 + 3]]).toEqual([0, 0xff]);
    expect([textOf(file), textOf(file, 1)]).toEqual(['a'.repeat(111), `\xc2e${'b'.repeat(20)}`]);
  });

  it('fail for a text of more blocks than a subtitle may have', () => {
    expect(() => written('a'.repeat(241 * 112 + 1))).toThrow(UnsupportedCharacters);
  });

  it('have no language and no date where neither is known', () => {
    const file = Buffer.from(cuesAsStl([], { title: '', date: null, language: null }));

    expect(fieldOf(file, 14, 2)).toBe('00');
    expect(fieldOf(file, 224, 12).trim()).toBe('');
  });
});
