import type { Word } from '#shared/meetings/results/rules/results';
import type { SubtitleStyle } from './style.ts';
import { widthOf } from './text-width.ts';

/** A limit that the speech does not allow a cue to keep. */
export type Violation =
  | 'reading_speed' // more characters a second than the style allows
  | 'line_length' // one word is wider than a line
  | 'late'; // it begins more than a second after its first word, since others spoke at the same time

/** A subtitle on the screen. Times are whole milliseconds from the start of the recording. */
export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  /** In logical order, also where the script is written from right to left. */
  readonly lines: readonly string[];
  /** Of the transcript; null where the speaker is not known, and where two speak at once. */
  readonly speakerId: string | null;
  /** The words of its lines when they are spoken; none where the transcript does not time all, and of two speakers. */
  readonly words: readonly Word[];
  readonly violations: readonly Violation[];
}

const LATE_MS = 1000;

/** What a reader reads: the characters of all lines. */
export const readingWidth = (lines: readonly string[]): number =>
  lines.reduce((width, line) => width + widthOf(line), 0);

/** How long lines must be shown to be read. */
export const readingTimeMs = (lines: readonly string[], { maxCharactersPerSecond }: SubtitleStyle): number =>
  Math.ceil((readingWidth(lines) * 1000) / maxCharactersPerSecond);

/** The limits that a cue exceeds, given when its first word is spoken. */
export function violationsOf(
  { startMs, endMs, lines }: Pick<Cue, 'startMs' | 'endMs' | 'lines'>,
  spokenAtMs: number,
  style: SubtitleStyle,
): readonly Violation[] {
  const found: Violation[] = [];
  if (readingTimeMs(lines, style) > endMs - startMs) found.push('reading_speed');
  if (lines.some((line) => widthOf(line) > style.maxCharactersPerLine)) found.push('line_length');
  if (startMs - spokenAtMs > LATE_MS) found.push('late');
  return found;
}
