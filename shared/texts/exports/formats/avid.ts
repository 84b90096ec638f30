import type { Cue } from '#shared/texts/subtitles/rules/cue';
import { framesOf, timeCodeOf } from './frames.ts';

/** A line that the format reads as its own: a mark, a comment, or the times of a caption. */
const RESERVED = /^(?:<(?:begin|end) subtitles>|@.*|\d\d:\d\d:\d\d:\d\d \d\d:\d\d:\d\d:\d\d)$/;

/** Invisible, and not white space, which readers remove at the start of a line. */
const WORD_JOINER = '\u2060';

/**
 * Subtitles as Avid DS caption text, which the SubCap effect of Media Composer imports as UTF-8: time codes of 25 frames
 * a second without overlaps, one empty line between captions (Avid Media Composer Effects and Color Correction Guide,
 * "Importing Caption Data"). A line that the format would read as its own gets a word joiner in front.
 */
export function cuesAsAvidCaptions(cues: readonly Cue[]): string {
  const captions = framesOf(cues).map(({ startFrame, endFrame, lines }) => {
    const shown = lines.map((line) => (RESERVED.test(line) ? WORD_JOINER + line : line));
    return `${timeCodeOf(startFrame)} ${timeCodeOf(endFrame)}\n${shown.join('\n')}\n\n`;
  });
  return `@ This file written with the Avid Caption plugin, version 1\n\n<begin subtitles>\n\n${captions.join('')}<end subtitles>\n`;
}
