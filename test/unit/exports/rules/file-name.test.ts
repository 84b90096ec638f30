import fc from 'fast-check';
import { EXPORT_FORMATS, EXTENSIONS } from '#shared/texts/exports/rules/export';
import { fileStem, stemAsked, stemOfText, uniqueStems } from '#shared/texts/exports/rules/file-name';
import { describe, expect, it } from '#test/support/jest';

const anyName = fc.string({ unit: 'binary', maxLength: 300 });

describe('the name of a file', () => {
  it.each([
    ['Sales/Support 1:1', 'Sales-Support 1-1'],
    ['../../etc/passwd', '-..-etc-passwd'],
    ['  .hidden. ', 'hidden'],
    ['a\u0000b\u202ec', 'abc'],
    ['Übergabe 会議', 'Übergabe 会議'],
    ['\n', 'untitled'],
    ['nul', 'nul-'],
  ])('made of %j is %j', (name, stem) => {
    expect(fileStem(name)).toBe(stem);
  });

  it('is one part of a path that every system takes', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const stem = fileStem(name);

        expect(stem).not.toMatch(/[/\\:*?"<>|\p{Cc}]/u);
        expect(stem).not.toMatch(/^[\s.]|[\s.]$|^$/);
        expect(Buffer.byteLength(stem)).toBeLessThanOrEqual(201);
      }),
    );
  });

  it.each([
    ['notes', 'notes'],
    ['notes.TXT', 'notes'],
    ['C:\\calls\\notes.txt', 'notes'],
    ['calls/', 'calls'],
  ])('that a request gives as %s is %s', (asked, stem) => {
    expect(stemAsked(asked, 'txt')).toBe(stem);
  });

  it.each([
    ['notes.avid.txt', 'notes'],
    ['notes.txt', 'notes'],
    ['notes.avid', 'notes.avid'],
  ])('that a request gives as %s is %s for a format with two extensions', (asked, stem) => {
    expect(stemAsked(asked, 'avid.txt')).toBe(stem);
  });

  it.each([
    ['call.mp3', 'call'],
    ['Board meeting.MOV', 'Board meeting'],
    ['call.tar.wav ', 'call.tar'],
    ['会議.m4a', '会議'],
    ['Release 2.5', 'Release 2.5'],
    ['What is .mov', 'What is .mov'],
    ['.mp3', 'mp3'],
    ['minutes.txt', 'minutes.txt'],
  ])('of a text named %s is %s, without the extension of its media', (name, stem) => {
    expect(stemOfText(name)).toBe(stem);
  });

  it('is another for each format', () => {
    expect(new Set(Object.values(EXTENSIONS)).size).toBe(EXPORT_FORMATS.length);
  });

  it('is another for each of several texts whose media differ in their extension', () => {
    expect(uniqueStems(['Call.mp3', 'Call.wav', 'call'])).toEqual(['Call', 'Call (2)', 'call (3)']);
  });

  it('is another for each of several, whatever their case', () => {
    expect(uniqueStems(['Call', 'call', 'Call (2)', 'CALL'])).toEqual(['Call', 'call (2)', 'Call (2) (2)', 'CALL (3)']);
    fc.assert(
      fc.property(fc.array(anyName), (names) => {
        expect(new Set(uniqueStems(names).map((stem) => stem.toLowerCase())).size).toBe(names.length);
      }),
    );
  });
});
