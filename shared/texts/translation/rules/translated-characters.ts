import { charactersIn } from '#shared/foundation/core/text';
import { normalized } from '#shared/texts/translation/rules/normalized-text';

/**
 * Characters that a segment counts as at least. A model is asked for 40 segments, or 2,400 bytes, at a time: with fewer
 * characters in a segment most of what it is paid for would be its instructions.
 */
const LEAST_OF_A_SEGMENT = 20;

/**
 * What one asking sends of a segment, with the line break behind it, is at most a tenth longer than what is counted, whatever
 * the terms are. The tenth is room for placeholders that are longer than their terms: most Chinese terms have two characters.
 */
const MOST_SENT_ONCE = 1.1;

/** Of each counted character, what an engine is asked for in both askings together. */
export const MOST_SENT = 2 * MOST_SENT_ONCE;

/** Characters that the translation of segments into one language counts as. */
export const translatedCharacters = (segments: readonly { readonly text: string }[]): number =>
  segments.reduce((sum, { text }) => sum + countedOf(text), 0);

/** By which placeholders may lengthen a text that is `normalized`. */
export const roomForPlaceholders = (text: string): number =>
  Math.floor(MOST_SENT_ONCE * countedOf(text)) - 1 - charactersIn(text);

/** NFC makes three characters of some letters, such as U+FB2C. */
const countedOf = (text: string): number =>
  Math.max(LEAST_OF_A_SEGMENT, charactersIn(text), charactersIn(normalized(text)));
