import { type Cue, readingTimeMs, violationsOf } from './cue.ts';
import type { SubtitleStyle } from './style.ts';

/** A cue before it has its place: when its words are spoken. */
export interface Spoken {
  readonly startMs: number;
  readonly endMs: number;
  readonly lines: readonly string[];
  readonly speakerId: string | null;
}

/** Gaps that are shorter flicker, and are closed. */
const SHORTEST_VISIBLE_GAP_MS = 500;

/**
 * Gives each cue its time, in order of speech. A cue stays after its last word as long as it takes to read, where the
 * next one allows it. The gap, the shortest and the longest duration always hold: for them the next cue begins later.
 */
export function schedule(spoken: readonly Spoken[], style: SubtitleStyle): readonly Cue[] {
  const inOrder = [...spoken].sort((a, b) => a.startMs - b.startMs);
  let earliestMs = 0;
  return inOrder.map((cue, index) => {
    const startMs = Math.max(cue.startMs, earliestMs);
    const endMs = endOf(cue, startMs, inOrder[index + 1]?.startMs ?? Number.POSITIVE_INFINITY, style);
    earliestMs = endMs + style.minGapMs;
    const placed = { startMs, endMs, lines: cue.lines, speakerId: cue.speakerId };
    return { ...placed, violations: violationsOf(placed, cue.startMs, style) };
  });
}

function endOf({ endMs, lines }: Spoken, startMs: number, nextStartMs: number, style: SubtitleStyle): number {
  const shortest = startMs + style.minDurationMs;
  const latest = Math.max(shortest, Math.min(startMs + style.maxDurationMs, nextStartMs - style.minGapMs));
  const wanted = Math.max(endMs, shortest, startMs + readingTimeMs(lines, style));
  const closesGap = nextStartMs - wanted < SHORTEST_VISIBLE_GAP_MS;
  return Math.min(closesGap ? Math.max(wanted, nextStartMs - style.minGapMs) : wanted, latest);
}
