/**
 * Control characters and those that turn the direction of writing (UAX 9): a terminal obeys the former, and shows what is
 * around the latter in another order than it is.
 */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}]/gu;

const escaped = (character: string): string => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/**
 * A printout as a terminal may have it: line breaks stay, other control characters are written as `\u009b`. JSON that has
 * such an escape in place of the character is the same JSON.
 */
export const printable = (printout: string): string =>
  printout.replaceAll(CONTROLS, (character) => (character === '\n' ? character : escaped(character)));

/** The same of a text within a line, such as a name: its own line breaks begin no line of the printout. */
export const printableInLine = (text: string): string => text.replaceAll(CONTROLS, escaped);
