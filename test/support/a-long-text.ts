import type { Transcript } from '#shared/meetings/results/rules/results';
import { aTranscript } from '#test/support/transcripts';

/** Words of one letter: of each byte that an answer shows of them, about thirty are stored. */
export const aTextOfShortWords = (words: number): Transcript =>
  aTranscript(Array.from({ length: words / 100 }, () => ['Ada', `${'a '.repeat(99)}a`]));

/** 1.1 MB. */
export const LONG_TEXT = aTextOfShortWords(20_000);

/** What one reading of it takes, and not two. */
export const ONE_READING = 1_500_000;
