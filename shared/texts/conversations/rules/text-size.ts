import { charactersIn } from '#shared/foundation/core/text';
import type { Segment } from '#shared/meetings/results/rules/results';

/** Twice as fast as people read aloud: 150 words a minute, of five letters and a space, are 15 characters a second. */
const CHARACTERS_A_SECOND = 30;
/** Every text holds as many, however short its audio is. */
export const ALWAYS_FIT = 20_000;
/** How much a recognized text that is longer may grow. */
const GROWTH = 1.25;
/** A text in another language or as subtitles, by the text that it was made from. */
const TIMES_ITS_SOURCE = 3;

/** Characters of all segments together. */
export const textCharacters = (segments: readonly Pick<Segment, 'text'>[]): number =>
  segments.reduce((sum, { text }) => sum + charactersIn(text), 0);

/** What the size of a corrected text is held against, in characters. */
export interface TextBasis {
  /** Of the audio; null where they are not known. */
  readonly seconds: number | null;
  /** The text before the correction. */
  readonly present: number;
  /**
   * What it was recognized as, or the text that it was made from, as it is now; undefined where that is gone. The text
   * before a correction is no such measure: each correction could be larger than the one before.
   */
  readonly origin: { readonly kind: 'recognized' | 'source'; readonly characters: number | undefined };
}

/**
 * The most characters that a correction leaves in a text: an engine that is asked for its translation or summary is paid
 * by them. What is there already always fits. Without a bound where neither the length of the audio nor a source is known.
 */
export function mostCharacters({ seconds, present, origin: { kind, characters } }: TextBasis): number {
  const spoken = seconds === null ? Number.POSITIVE_INFINITY : Math.ceil(CHARACTERS_A_SECOND * seconds) + ALWAYS_FIT;
  if (kind === 'recognized') return Math.max(present, spoken, Math.floor(GROWTH * (characters ?? 0)));
  // Of the audio, too: a text that is made from a text that is made from another would grow with each of them.
  const source = Math.min(spoken, characters ?? spoken);
  return Math.max(present, TIMES_ITS_SOURCE * source + ALWAYS_FIT);
}
