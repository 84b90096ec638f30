/** Characters of one byte above ASCII, by the byte of the first; a space is a byte without a character. */
const RUNS: readonly (readonly [first: number, characters: string])[] = [
  [0xa1, '¡¢£ ¥ §¤‘“«←↑→↓°±²³×µ¶·÷’”»¼½¾¿'],
  [0xd0, '—¹®©™♪¬¦    ⅛⅜⅝⅞'],
  [0xe0, 'ΩÆÐªĦ ĲĿŁØŒºÞŦŊŉĸæđðħıĳŀłøœßþŧŋ'],
];

/** The byte of a diacritical mark, which stands before its letter, the mark of Unicode, and the letters that take it. */
const MARKS: readonly (readonly [byte: number, mark: string, letters: string])[] = [
  [0xc1, '\u0300', 'AEIOUaeiou'],
  [0xc2, '\u0301', 'ACEILNORSUYZaceilnorsuyz'],
  [0xc3, '\u0302', 'ACEGHIJOSUWYaceghijosuwy'],
  [0xc4, '\u0303', 'AINOUainou'],
  [0xc5, '\u0304', 'AEIOUaeiou'],
  [0xc6, '\u0306', 'AGUagu'],
  [0xc7, '\u0307', 'CEGIZcegz'],
  [0xc8, '\u0308', 'AEIOUYaeiouy'],
  [0xca, '\u030a', 'AUau'],
  [0xcb, '\u0327', 'CGKLNRSTcgklnrst'],
  [0xcd, '\u030b', 'OUou'],
  [0xce, '\u0328', 'AEIUaeiu'],
  [0xcf, '\u030c', 'CDELNRSTZcdelnrstz'],
];

/**
 * Latin letters and signs of ISO 6937 beyond ASCII, with the bytes of each: the code table 00 of EBU Tech 3264, appendix 2.
 * The dollar is that of ASCII, as in today's edition (2001) and for readers of today; the edition of 1983 had it at 0xa4.
 */
export const ISO_6937: ReadonlyMap<string, readonly number[]> = new Map<string, readonly number[]>([
  ...RUNS.flatMap(([first, characters]) =>
    [...characters].flatMap((character, index) => (character === ' ' ? [] : [[character, [first + index]] as const])),
  ),
  ...MARKS.flatMap(([byte, mark, letters]) =>
    [...letters].map((letter) => [`${letter}${mark}`.normalize('NFC'), [byte, letter.charCodeAt(0)]] as const),
  ),
]);
