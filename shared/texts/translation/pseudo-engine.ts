import type { TranslationEngine } from '#shared/texts/translation/ports';

const ACCENTED: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from(
    'aá cç dď eé gğ hĥ ií jĵ kķ lĺ nñ oö rř sš tť uü wŵ yý zž AÁ CÇ DĎ EÉ GĞ HĤ IÍ JĴ KĶ LĹ NÑ OÖ RŘ SŠ TŤ UÜ WŴ YÝ ZŽ'.matchAll(
      /(\S)(\S)/gu,
    ),
    ([, plain, accented]) => [plain, accented],
  ),
);

/** A letter that gets an accent. */
const PLAIN = new RegExp(`[${Object.keys(ACCENTED).join('')}]`);

/**
 * Pseudo-localization, without the network: letters of ASCII get accents, all else stays; a text of other letters alone
 * gets `(ťř)` behind it. So one sees what was translated, and can still read it; length, numbers and placeholders are kept.
 */
export const pseudoEngine = (): TranslationEngine => {
  const limits = { bytes: 1_000_000, texts: 10_000 };
  return {
    name: 'pseudo',
    limits: { first: limits, second: limits },
    translate: async (texts) =>
      texts.map((text) =>
        PLAIN.test(text) || !/\p{L}/u.test(text)
          ? text.replaceAll(/[A-Za-z]/g, (letter) => ACCENTED[letter] ?? letter)
          : `${text} (ťř)`,
      ),
  };
};
