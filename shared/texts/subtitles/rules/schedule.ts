import type { Word } from '#shared/meetings/results/rules/results';
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

/** A shorter overlap is one of recognized times, and no speech at once. */
const SHORTEST_OVERLAP_MS = 250;

/**
 * Gives each cue its time, in order of speech. A cue stays after its last word as long as it takes to read, where the
 * next one allows it. The gap, the shortest and the longest duration always hold: for them the next cue begins later. So it
 * does where it is spoken at once with another, which is read first: as late as the longest duration at most. Cues end with
 * the media, at `mediaMs`, at the latest, where it has room for all of them.
 */
export function schedule(
  spoken: readonly Spoken[],
  style: SubtitleStyle,
  mediaMs = Number.POSITIVE_INFINITY,
): readonly Cue[] {
  return withinMedia(placedInOrder(spoken, style), style, mediaMs).map(({ spokenAtMs, ...placed }) => ({
    ...placed,
    violations: violationsOf(placed, spokenAtMs, style),
  }));
}

function placedInOrder(spoken: readonly Spoken[], style: SubtitleStyle): readonly Placed[] {
  const inOrder = [...spoken].sort((a, b) => a.startMs - b.startMs);
  let earliestMs = 0;
  let spokenUntilMs = 0;
  let isPushed = false;
  return inOrder.map((cue, index) => {
    const startMs = Math.max(cue.startMs, earliestMs);
    const lateMs = startMs - cue.startMs;
    const nextStartMs = inOrder[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const isCrowded = isOverlap(cue, spokenUntilMs - cue.startMs) || isOverlap(cue, cue.endMs - nextStartMs);
    isPushed = isCrowded || (isPushed && lateMs > 0);
    // What follows speech at once comes back to its time by halves.
    const mayDelayMs = isCrowded ? style.maxDurationMs : isPushed ? Math.floor(lateMs / 2) : 0;
    const endMs = endOf(cue, startMs, { nextStartMs, mayDelayMs }, style);
    earliestMs = endMs + style.minGapMs;
    spokenUntilMs = Math.max(spokenUntilMs, cue.endMs);
    return { ...cue, startMs, endMs, spokenAtMs: cue.startMs };
  });
}

/** Whether a cue is spoken at once with another for a while, or for half of its time. */
const isOverlap = ({ startMs, endMs }: Spoken, overlapMs: number): boolean =>
  overlapMs > 0 && (overlapMs >= SHORTEST_OVERLAP_MS || overlapMs * 2 >= endMs - startMs);

/** Ends the last cues earlier, and moves those in front of them, until all lie within the media. */
function withinMedia(
  cues: readonly Placed[],
  { minDurationMs, minGapMs }: SubtitleStyle,
  mediaMs: number,
): readonly Placed[] {
  const moved = [...cues];
  let latestMs = mediaMs;
  for (const [index, cue] of [...cues.entries()].reverse()) {
    if (cue.endMs <= latestMs) break;
    const startMs = Math.min(cue.startMs, latestMs - minDurationMs);
    if (startMs < 0) return cues;
    moved[index] = { ...cue, startMs, endMs: latestMs };
    latestMs = startMs - minGapMs;
  }
  return moved;
}

interface Room {
  readonly nextStartMs: number;
  /** How much later the next cue may begin for this one to be read. */
  readonly mayDelayMs: number;
}

function endOf(
  { endMs, lines }: Spoken,
  startMs: number,
  { nextStartMs, mayDelayMs }: Room,
  style: SubtitleStyle,
): number {
  const shortest = startMs + style.minDurationMs;
  const longest = startMs + style.maxDurationMs;
  const readAt = startMs + readingTimeMs(lines, style);
  const untilNext = nextStartMs - style.minGapMs;
  const latest = Math.max(shortest, Math.min(longest, Math.max(untilNext, Math.min(readAt, untilNext + mayDelayMs))));
  const wanted = Math.max(endMs, shortest, readAt);
  const closesGap = nextStartMs - wanted < SHORTEST_VISIBLE_GAP_MS;
  return Math.min(closesGap ? Math.max(wanted, untilNext) : wanted, latest);
}
