import type { SubtitleStyle } from './style.ts';
import { widthOf } from './text-width.ts';
import { type Token, textOf } from './token.ts';

/** Tokens that are divided into cues and lines, measured once. `breakCosts[n]` is the cost of a break before token n. */
export interface Run {
  readonly tokens: readonly Token[];
  readonly breakCosts: readonly number[];
  /** Where each token begins and ends in one endless line. */
  readonly begins: readonly number[];
  readonly ends: readonly number[];
}

export function measureRun(tokens: readonly Token[], breakCosts: readonly number[]): Run {
  const begins: number[] = [];
  const ends: number[] = [];
  let end = 0;
  for (const { text, isGlued } of tokens) {
    const begin = end + (isGlued ? 0 : 1);
    end = begin + widthOf(text);
    begins.push(begin);
    ends.push(end);
  }
  return { tokens, breakCosts, begins, ends };
}

/** Width of a line of the tokens `from` to before `to`. */
export const lineWidth = ({ begins, ends }: Run, from: number, to: number): number =>
  (ends[to - 1] ?? 0) - (begins[from] ?? 0);

/** Lines of a cue: the index of the first token of each. */
export interface Layout {
  readonly cost: number;
  readonly lineStarts: readonly number[];
}

/** The text of each line. `lineStarts` are indexes of the tokens. */
export const linesOf = (tokens: readonly Token[], lineStarts: readonly number[]): readonly string[] =>
  lineStarts.map((start, line) => textOf(tokens.slice(start, lineStarts[line + 1])));

interface Filled extends Layout {
  /** Up to before which token. */
  readonly to: number;
}

/** A break within a cue is seen at once, one between cues parts what is read. */
const WEIGHT_WITHIN_CUE = 0.6;
const COST_OF_SLACK = 30;

/**
 * The best lines for each cue that begins at a token, by its number of tokens, until no more fit. Text that fits one
 * line stays on one; otherwise lines are alike in length and end where a break costs little. A word wider than a line
 * has a line of its own.
 */
export function layOut(run: Run, from: number, style: SubtitleStyle): readonly Layout[] {
  const layouts: Layout[] = [];
  let filled: readonly Filled[] = [{ cost: 0, lineStarts: [], to: from }];
  for (let line = 1; line <= style.maxLines && filled.length > 0; line += 1) {
    filled = withOneMoreLine(run, filled, style);
    for (const { to, cost, lineStarts } of filled)
      if (!layouts[to - from - 1] || (line > 2 && cost < (layouts[to - from - 1]?.cost ?? 0)))
        layouts[to - from - 1] = { cost: line === 1 ? 0 : cost, lineStarts };
  }
  return layouts;
}

/** The best of each number of tokens, an array by that number: a text of four hours asks for millions of them. */
function withOneMoreLine(run: Run, filled: readonly Filled[], style: SubtitleStyle): readonly Filled[] {
  const from = filled[0]?.to ?? 0;
  const best: (Filled | undefined)[] = [];
  for (const before of filled) {
    const lineStarts = [...before.lineStarts, before.to];
    const breakCost = lineStarts.length === 1 ? 0 : (run.breakCosts[before.to] ?? 0) * WEIGHT_WITHIN_CUE;
    for (let to = before.to + 1; to <= run.tokens.length; to += 1) {
      const width = lineWidth(run, before.to, to);
      if (width > style.maxCharactersPerLine && to > before.to + 1) break;
      const slack = Math.max(0, 1 - width / style.maxCharactersPerLine);
      const cost = before.cost + breakCost + COST_OF_SLACK * slack * slack;
      if (cost < (best[to - from]?.cost ?? Number.POSITIVE_INFINITY)) best[to - from] = { cost, lineStarts, to };
    }
  }
  return best.filter((one) => one !== undefined);
}
