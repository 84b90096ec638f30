import { translatedCharacters } from '#shared/texts/translation/rules/translated-characters';
import { describe, expect, it } from '#test/support/jest';

describe('the characters that a translation counts as', () => {
  it.each([
    ['each segment of a few as twenty', ['a', '', 'three words there'], 60],
    ['a longer segment as it is, by characters and not code units', ['🦜'.repeat(25), 'b'.repeat(20)], 45],
    ['a letter that NFC takes apart as its parts', ['\uFB2C'.repeat(25)], 75],
    ['spaces in a row as they are', [`a${' '.repeat(40)}b`], 42],
    ['none without segments', [], 0],
  ])('are %s', (_, texts, characters) => {
    expect(translatedCharacters(texts.map((text) => ({ text })))).toBe(characters);
  });
});
