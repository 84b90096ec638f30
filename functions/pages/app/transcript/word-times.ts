import type { Segment } from '#shared/meetings/results/rules/results';
import { timedWords } from '#shared/texts/subtitles/rules/timed-words';

/**
 * Where each word of a segment begins: its place in the text in UTF-16 code units, and its time in milliseconds of the
 * recording, as `0:12300 3:12620`. The script divides the text by it.
 */
export function wordTimes(segment: Segment): string {
  let position = 0;
  const words = timedWords(segment).map(({ text, startMs }) => {
    const at = Math.max(position, segment.text.indexOf(text, position));
    position = at + text.length;
    return `${at}:${startMs}`;
  });
  return words.join(' ');
}
