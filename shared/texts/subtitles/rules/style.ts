/** Limits of subtitles and what they show. Characters are of Latin width: a full-width character counts 2.625 (text-width.ts). */
export interface SubtitleStyle {
  readonly maxCharactersPerLine: number;
  readonly maxLines: number;
  readonly maxCharactersPerSecond: number;
  readonly minDurationMs: number;
  /** At least `minDurationMs`. */
  readonly maxDurationMs: number;
  /** Between the end of a cue and the start of the next. */
  readonly minGapMs: number;
  /** Keeps fillers, repeats and false starts. */
  readonly isVerbatim: boolean;
  /** Begins sentences with a capital letter, and writes the English `i` as `I`. */
  readonly fixGrammar: boolean;
  /** For the deaf and hard of hearing: sounds and speakers, both in brackets. */
  readonly sdh: boolean;
  /** What stands before the first words of a turn; `dash` is a hyphen. With `sdh`, `none` means `name`. */
  readonly speakerId: 'none' | 'name' | 'initials' | 'dash';
  /** Keeps tags such as `[laughter]` and `[inaudible]`. */
  readonly notationTags: boolean;
}

/**
 * Limits of the Netflix Timed Text Style Guide for adult programmes in English: 42 characters in each of two lines,
 * 20 characters a second, 5/6 of a second to 7 seconds, two frames of 24 a second between cues.
 * https://partnerhelp.netflixstudios.com/hc/en-us/articles/215758617
 */
export const DEFAULT_STYLE: SubtitleStyle = {
  maxCharactersPerLine: 42,
  maxLines: 2,
  maxCharactersPerSecond: 20,
  minDurationMs: 833,
  maxDurationMs: 7000,
  minGapMs: 83,
  isVerbatim: false,
  fixGrammar: false,
  sdh: false,
  speakerId: 'none',
  notationTags: false,
};
