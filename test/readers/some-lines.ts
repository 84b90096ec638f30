import fc from 'fast-check';

const LETTERS = [
  'abcdefgxyzABCDEFGXYZ0123456789',
  'àéîõüçñøßŁšžğıœæÅŐțș',
  'привет мир №ЖЩЪё',
  'αβγδωςάήΩ',
  'שלוםעםץ',
  'مرحباسلام؟',
  '日本語中文한국어カナ',
  'हिन्दीไทยქართული',
  '😀👩‍👩‍👧🇩🇪❤️',
  `<>&"'#@*_-–—…“”«»€$%()[]{}/\\|~^=+;:,.!?`,
].map((letters) => [...letters].filter((letter) => letter.trim() !== ''));

const aLineIn = (letters: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((words) => words.join(' '));

const anyVisible = fc
  .string({
    unit: fc
      .integer({ min: 0x20, max: 0x10_ffff })
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(character)),
    minLength: 1,
    maxLength: 20,
  })
  .map((text) => text.trim() || 'a');

const aScript = fc.constantFrom(...LETTERS);

/** Lines of text: all in one script, each in another, or of any characters that can be seen. */
export const someLines: fc.Arbitrary<readonly string[]> = fc
  .oneof(
    { weight: 4, arbitrary: aScript.map(aLineIn) },
    { weight: 1, arbitrary: fc.constant(aScript.chain(aLineIn)) },
    { weight: 1, arbitrary: fc.constant(anyVisible) },
  )
  .chain((line) => fc.array(line, { minLength: 1, maxLength: 6 }));
