/** A word of a text, where it begins and where the next one does: the punctuation behind a word is its own. */
export interface PlacedWord {
  readonly word: string;
  readonly at: number;
  readonly until: number;
}

/** Making a segmenter takes longer than cutting a sentence. */
const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(language: string | null): Intl.Segmenter {
  const locale = localeOf(language);
  const known = segmenters.get(locale) ?? new Intl.Segmenter(locale, { granularity: 'word' });
  segmenters.set(locale, known);
  return known;
}

/** What recorders name as a language need be no language tag. */
function localeOf(language: string | null): string {
  try {
    return Intl.Segmenter.supportedLocalesOf(language ?? 'und')[0] ?? 'und';
  } catch {
    return 'und';
  }
}

/**
 * The words of a text as its language has them, also where no spaces are between them (Unicode Standard Annex #29, and
 * dictionaries for Japanese, Chinese, Thai, Lao, Khmer and Burmese).
 */
export function placedWords(text: string, language: string | null): readonly PlacedWord[] {
  const words: { word: string; at: number; until: number }[] = [];
  for (const { segment, index, isWordLike } of segmenterOf(language).segment(text)) {
    const last = words.at(-1);
    if (isWordLike === true) words.push({ word: segment, at: index, until: index + segment.length });
    else if (last) last.until = index + segment.length;
  }
  return words;
}

/** How many words a text has. */
export const countWords = (text: string, language: string | null): number => placedWords(text, language).length;
