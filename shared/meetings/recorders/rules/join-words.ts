/** Scripts that put no space between words: Han, Kana, Thai, Lao, Khmer, Myanmar. */
const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Words as a text, with a space between two unless both meet in a script that has none. */
export function joinWords(words: readonly string[]): string {
  return words
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .reduce((text, word) => (text === '' || isUnspaced(text, word) ? text + word : `${text} ${word}`), '');
}

const isUnspaced = (text: string, word: string): boolean =>
  WITHOUT_SPACES.test([...text.slice(-2)].at(-1) ?? '') && WITHOUT_SPACES.test([...word.slice(0, 2)][0] ?? '');
