/** A text as an engine is asked for it: in NFC, on one line. Control characters are spaces: in JSON each has six characters. */
export const normalized = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
