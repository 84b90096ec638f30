import type { Shown } from './naive-split.ts';

/** Words of English that do not end a line: articles, demonstratives, possessives, the commonest prepositions, numbers. */
const DANGLING =
  /(?:^| )(?:an?|the|this|that|these|those|my|your|his|her|its|our|their|of|in|on|at|by|for|from|to|with|about|\d+|two|three|twelve)$/i;
/** A capital on both sides of a break without punctuation: parts of a name. */
const ENDS_CAPITALIZED = /(?:^| )[A-Z][a-z]+$/;
const STARTS_CAPITALIZED = /^[A-Z]/;

const isWithinPhrase = (line: string, next: string): boolean =>
  DANGLING.test(line) || (ENDS_CAPITALIZED.test(line) && STARTS_CAPITALIZED.test(next));

/** How often subtitles exceed what a reader manages. */
export interface Figures {
  readonly cues: number;
  readonly tooFast: number;
  readonly lines: number;
  readonly tooLong: number;
  /** Ends of lines and cues that something follows. */
  readonly breaks: number;
  readonly withinPhrase: number;
}

export function figuresOf(shown: readonly Shown[]): Figures {
  const lines = shown.flatMap((cue) => cue.lines);
  return {
    cues: shown.length,
    tooFast: shown.filter((cue) => cue.lines.join('').length > 20 * cue.seconds).length,
    lines: lines.length,
    tooLong: lines.filter((line) => line.length > 42).length,
    breaks: Math.max(0, lines.length - 1),
    withinPhrase: lines.filter((line, index) => isWithinPhrase(line, lines[index + 1] ?? '')).length,
  };
}
