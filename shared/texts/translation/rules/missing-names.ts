const LATIN_WORD = /^\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]*$/u;

/**
 * Words of names that are in the source and not in the translation. Looked for between Latin scripts alone, since others
 * write a name by its sound; an ending may differ, and so may accents.
 */
export function missingNames(
  source: string,
  translation: string,
  { names, to }: { readonly names: readonly string[]; readonly to: string },
): readonly string[] {
  if (new Intl.Locale(to).maximize().script !== 'Latn') return [];
  const found = wordsIn(translation).map(folded);
  const said = new Set(wordsIn(source));
  return wordsOfNames(names)
    .filter((name) => said.has(name))
    .filter((name) => !found.some((word) => word.startsWith(stemOf(folded(name)))));
}

const wordsOfNames = (names: readonly string[]): readonly string[] => [
  ...new Set(names.flatMap(wordsIn).filter((word) => word.length > 2 && LATIN_WORD.test(word))),
];

const wordsIn = (text: string): readonly string[] => text.normalize('NFC').match(/[\p{L}\p{M}'’-]+/gu) ?? [];

/** Case endings replace up to two letters at the end: Anna, Annie → Anny. */
const stemOf = (word: string): string => word.slice(0, Math.max(3, word.length - 2));

const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
