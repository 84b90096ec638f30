import { charactersIn } from '#shared/core/text';

/**
 * Characters that a segment counts as at least. A model is asked for 40 segments, or 2,400 bytes, at a time: with fewer
 * characters in a segment most of what it is paid for would be its instructions.
 */
const LEAST_OF_A_SEGMENT = 20;

/** Characters that the translation of segments into one language counts as. */
export const translatedCharacters = (segments: readonly { readonly text: string }[]): number =>
  segments.reduce((sum, { text }) => sum + Math.max(LEAST_OF_A_SEGMENT, charactersIn(text)), 0);
