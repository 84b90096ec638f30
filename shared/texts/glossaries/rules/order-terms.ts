import type { GlossaryTerm } from '#shared/texts/glossaries/rules/glossary-term';
import type { Term } from '#shared/texts/translation/rules/find-terms';

/**
 * The terms of an order's glossaries with their translations into one language, in the order of the glossaries: of two
 * with the same source the first counts. Where a term has none for `pt-BR`, that for `pt` is taken.
 */
export function termsInto(glossaries: readonly (readonly GlossaryTerm[])[], language: string): readonly Term[] {
  const tags = tagsOf(language);
  return glossaries.flat().flatMap(({ source, targets, caseSensitive }): readonly Term[] => {
    const tag = tags.find((one) => targets[one] !== undefined);
    const target = tag && targets[tag];
    return target ? [{ source, target, caseSensitive }] : [];
  });
}

/** A canonical tag and its language alone, the nearest first: a glossary for `en` is for `en-GB` too. */
export const tagsOf = (language: string): readonly string[] => {
  const tag = Intl.getCanonicalLocales(language)[0] ?? language;
  return [...new Set([tag, new Intl.Locale(tag).language])];
};
