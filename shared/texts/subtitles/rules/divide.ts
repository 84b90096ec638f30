import { type Layout, layOut, lineWidth, type Run } from './lay-out.ts';
import type { SubtitleStyle } from './style.ts';

/** A cue of a run: tokens `from` to before `to`, in lines. */
export interface Part extends Layout {
  readonly from: number;
  readonly to: number;
}

const COST_OF_CUE = 30;
const COST_OF_SINGLE_WORD = 25;
const COST_OF_SHORT = 150;
/** A limit counts more than a good break; beyond it, the excess counts too. */
const COST_OF_TOO_FAST = 100;
const COST_OF_SPEED = 120;
const MOST_EXCESS = 10;

/**
 * Divides a run into cues of least total cost by dynamic programming: breaks where the language allows one, cues that
 * can be read in their time, few of them. Takes time in proportion to the tokens, since a cue holds few.
 * `nextStartMs` is when the next run begins.
 */
export function divide(run: Run, nextStartMs: number, style: SubtitleStyle): readonly Part[] {
  const count = run.tokens.length;
  const best = new Array<number>(count + 1).fill(Number.POSITIVE_INFINITY);
  const parts = new Array<Part | undefined>(count + 1);
  best[0] = 0;
  for (let from = 0; from < count; from += 1)
    for (const [index, layout] of layOut(run, from, style).entries()) {
      const part = { ...layout, from, to: from + index + 1 };
      if (index > 0 && speechMs(run, part) > style.maxDurationMs) break;
      const cost = (best[from] ?? 0) + costOf(run, part, nextStartMs, style);
      if (cost < (best[part.to] ?? 0)) {
        best[part.to] = cost;
        parts[part.to] = part;
      }
    }
  return walkBack(parts);
}

const speechMs = ({ tokens }: Run, { from, to }: Part): number =>
  (tokens[to - 1]?.endMs ?? 0) - (tokens[from]?.startMs ?? 0);

function costOf(run: Run, part: Part, nextStartMs: number, style: SubtitleStyle): number {
  const { from, to, cost } = part;
  const startMs = run.tokens[from]?.startMs ?? 0;
  const untilMs = (run.tokens[to]?.startMs ?? nextStartMs) - style.minGapMs;
  const shownMs = Math.max(0, Math.min(untilMs - startMs, style.maxDurationMs));
  const readMs = (lineWidth(run, from, to) * 1000) / style.maxCharactersPerSecond;
  const excess = readMs > shownMs ? Math.min(MOST_EXCESS, readMs / Math.max(1, shownMs) - 1) : 0;
  const missing = Math.max(0, 1 - shownMs / Math.max(1, style.minDurationMs));
  return (
    cost +
    COST_OF_CUE +
    (to < run.tokens.length ? (run.breakCosts[to] ?? 0) : 0) +
    (to - from === 1 ? COST_OF_SINGLE_WORD : 0) +
    (excess > 0 ? COST_OF_TOO_FAST : 0) +
    COST_OF_SPEED * excess +
    COST_OF_SHORT * missing
  );
}

function walkBack(parts: readonly (Part | undefined)[]): readonly Part[] {
  const chosen: Part[] = [];
  for (let part = parts.at(-1); part; part = parts[part.from]) chosen.push(part);
  return chosen.reverse();
}
