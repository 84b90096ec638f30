/** The words of a text, in lower case and without punctuation. Numbers stay as they are written. */
export const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+(?:'\p{L}+)*/gu) ?? [];

/** Substitutions, deletions and insertions between two lists of words: the Levenshtein distance. */
export function wordErrors(reference: readonly string[], heard: readonly string[]): number {
  let above = Array.from({ length: heard.length + 1 }, (_, column) => column);
  for (const [row, word] of reference.entries()) {
    const current = [row + 1];
    for (const [column, other] of heard.entries()) {
      const replaced = (above[column] ?? 0) + (word === other ? 0 : 1);
      current.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    above = current;
  }
  return above[heard.length] ?? 0;
}

/** 1 - WER: the share of the reference's words that no error falls on, below 0 where there are more errors than words. */
export const wordAccuracy = (reference: string, heard: string): number =>
  1 - wordErrors(wordsOf(reference), wordsOf(heard)) / Math.max(1, wordsOf(reference).length);
