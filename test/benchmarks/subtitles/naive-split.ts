import type { Segment } from '#shared/meetings/results/rules/results';

/** A subtitle as it is compared: the seconds that it is shown, and its lines. */
export interface Shown {
  readonly seconds: number;
  readonly lines: readonly string[];
}

/** A cue for each segment on one line, as an export without segmentation has. */
export const cuePerSegment = (segments: readonly Segment[]): readonly Shown[] =>
  segments.map(({ start, end, text }) => ({ seconds: end - start, lines: [text] }));

const LINE = 42;
const LINES = 2;

/** Words fill two lines of 42 characters, then the next cue, with no look at language or time. */
export const filledLines = (segments: readonly Segment[]): readonly Shown[] =>
  segments.flatMap(({ words }) => {
    const lines: { text: string; start: number; end: number }[] = [];
    for (const { text, start, end } of words) {
      const last = lines.at(-1);
      if (last && `${last.text} ${text}`.length <= LINE) Object.assign(last, { text: `${last.text} ${text}`, end });
      else lines.push({ text, start, end });
    }
    const cues = Array.from({ length: Math.ceil(lines.length / LINES) }, (_, nth) =>
      lines.slice(nth * LINES, (nth + 1) * LINES),
    );
    return cues.map((cue) => ({
      seconds: (cue.at(-1)?.end ?? 0) - (cue[0]?.start ?? 0),
      lines: cue.map(({ text }) => text),
    }));
  });
