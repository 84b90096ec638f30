import { asciiDigits } from '#shared/texts/translation/rules/mask-terms';

/**
 * `1,234`, `1.234`, `1’234` and `12,34,567` are one number, `10:30` and `3.5` are two. Groups are bounded, so that a long
 * list of digits takes linear time.
 */
const NUMBER = /\d{1,2}(?:,\d{2}){1,6},\d{3}(?!\d)|\d{1,3}(?:[.,'’\u00a0\u2009\u202f]\d{3}){1,6}(?!\d)|\d+/g;

/**
 * Numbers of the source that the translation does not have, in the digits of ASCII without separators. Numbers below 10 are
 * not looked for: many languages write them as words.
 */
export function missingNumbers(source: string, translation: string): readonly string[] {
  const [wanted, found] = [source, translation].map((text) => asciiDigits(text)) as [string, string];
  // Separators that the pattern does not know, such as a plain space.
  if (digitsIn(wanted) === digitsIn(found)) return [];
  const left = new Map<string, number>();
  for (const number of numbersIn(found)) left.set(number, (left.get(number) ?? 0) + 1);
  return numbersIn(wanted).filter((number) => {
    const count = left.get(number) ?? 0;
    left.set(number, count - 1);
    return count <= 0 && number.length > 1;
  });
}

const numbersIn = (text: string): readonly string[] =>
  (text.match(NUMBER) ?? []).map((number) => digitsIn(number).replace(/^0+(?=\d)/, ''));

const digitsIn = (text: string): string => text.replaceAll(/\D/g, '');
