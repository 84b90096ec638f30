interface Languages {
  /** BCP-47; null where it is not known. */
  readonly from: string | null;
  readonly to: string;
}

interface Named extends Languages {
  /** Names of people. */
  readonly names: readonly string[];
}

/**
 * Whether a translation is its source again: one with letters that is not a name or a number alone. Another variety of a
 * language may have the same words.
 */
export function isUntranslated(source: string, translation: string, { from, to, names }: Named): boolean {
  if (from !== null && languageOf(from) === languageOf(to)) return false;
  const words = wordsIn(source);
  if (!words.some((word) => /\p{L}/u.test(word)) || folded(words) !== folded(wordsIn(translation))) return false;
  return !isNameAlone(words, from, new Set(names.flatMap(wordsIn).map((name) => name.toLowerCase())));
}

const languageOf = (tag: string): string => tag.toLowerCase().split('-', 1)[0] ?? '';

const wordsIn = (text: string): readonly string[] => text.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const folded = (words: readonly string[]): string => words.join(' ').toLowerCase();

/** `Ada Lovelace`, `IBM`, `OK`; German writes every noun with a capital letter. */
function isNameAlone(words: readonly string[], from: string | null, names: ReadonlySet<string>): boolean {
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  const isTitled = capitals > 1 && (from === null || languageOf(from) !== 'de');
  return words.every(
    (word) =>
      names.has(word.toLowerCase()) ||
      (/^[\p{Lu}\p{N}]+$/u.test(word) && (word.length > 1 || /\p{N}/u.test(word))) ||
      (isTitled && /^\p{Lu}/u.test(word)),
  );
}
