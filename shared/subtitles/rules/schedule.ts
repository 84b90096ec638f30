import type { Word } from '#shared/results/rules/results';
import { type Cue, readingTimeMs, violationsOf } from './cue.ts';
import type { SubtitleStyle } from './style.ts';

/** A cue before it has its place: when its words are spoken. */
export interface Spoken {
  readonly startMs: number;
  readonly endMs: number;
  readonly lines: readonly string[];
  readonly speakerId: string | null;
  readonly words: readonly Word[];
}

/** A cue with its place. */
interface Placed extends Spoken {
  readonly spokenAtMs: number;
}

/** Gaps that are shorter flicker, and are closed. */
const SHORTEST_VISIBLE_GAP_MS = 500;

/**
 * Gives each cue its time, in order of speech. A cue stays after its last word as long as it takes to read, where the
 * next one allows it. The gap, the shortest and the longest duration always hold: for them the next cue begins later. Cues
 * end with the audio, at `audioMs`, at the latest, where it has room for all of them.
 */
export function schedule(
  spoken: readonly Spoken[],
  style: SubtitleStyle,
  audioMs = Number.POSITIVE_INFINITY,
): readonly Cue[] {
  return withinAudio(placedInOrder(spoken, style), style, audioMs).map(({ spokenAtMs, ...placed }) => ({
    ...placed,
    violations: violationsOf(placed, spokenAtMs, style),
  }));
}

function placedInOrder(spoken: readonly Spoken[], style: SubtitleStyle): readonly Placed[] {
  const inOrder = [...spoken].sort((a, b) => a.startMs - b.startMs);
  let earliestMs = 0;
  return inOrder.map((cue, index) => {
    const startMs = Math.max(cue.startMs, earliestMs);
    const endMs = endOf(cue, startMs, inOrder[index + 1]?.startMs ?? Number.POSITIVE_INFINITY, style);
    earliestMs = endMs + style.minGapMs;
    return { ...cue, startMs, endMs, spokenAtMs: cue.startMs };
  });
}

/** Ends the last cues earlier, and moves those in front of them, until all lie within the audio. */
function withinAudio(
  cues: readonly Placed[],
  { minDurationMs, minGapMs }: SubtitleStyle,
  audioMs: number,
): readonly Placed[] {
  const moved = [...cues];
  let latestMs = audioMs;
  for (const [index, cue] of [...cues.entries()].reverse()) {
    if (cue.endMs <= latestMs) break;
    const startMs = Math.min(cue.startMs, latestMs - minDurationMs);
    if (startMs < 0) return cues;
    moved[index] = { ...cue, startMs, endMs: latestMs };
    latestMs = startMs - minGapMs;
  }
  return moved;
}

function endOf({ endMs, lines }: Spoken, startMs: number, nextStartMs: number, style: SubtitleStyle): number {
  const shortest = startMs + style.minDurationMs;
  const latest = Math.max(shortest, Math.min(startMs + style.maxDurationMs, nextStartMs - style.minGapMs));
  const wanted = Math.max(endMs, shortest, startMs + readingTimeMs(lines, style));
  const closesGap = nextStartMs - wanted < SHORTEST_VISIBLE_GAP_MS;
  return Math.min(closesGap ? Math.max(wanted, nextStartMs - style.minGapMs) : wanted, latest);
}
