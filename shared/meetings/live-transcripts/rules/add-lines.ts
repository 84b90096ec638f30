import { type Instant, SECOND_MS } from '#shared/foundation/core/time';
import { type FeedState, type LiveSegment, MOST_SEGMENTS } from '#shared/meetings/live-transcripts/rules/live-feed';
import type { LiveLine, SpokenAt } from '#shared/meetings/recorders/rules/live-line';

/** Characters of a segment; what a recorder sends beyond them is cut. */
export const MOST_CHARACTERS = 2_000;
/** Names of speakers, likewise. */
const MOST_NAME_CHARACTERS = 200;

export interface KeptFeed {
  readonly state: FeedState;
  /** In any order. */
  readonly segments: readonly LiveSegment[];
}

interface Now {
  /** When the recording began. */
  readonly startedAt: Instant;
  readonly now: Instant;
}

/** What lines change: the feed afterwards, and the segments that are new or changed. */
export interface AddedLines {
  readonly state: FeedState;
  readonly changed: readonly LiveSegment[];
}

/**
 * The feed with further lines. A line that is reported again changes nothing, and no partial line changes a final one. A
 * speaker has one partial segment at most: their next line takes its place. A partial line that comes after a final one
 * that ends later, and a line from before all that is kept, are left out.
 */
export function addLines(kept: KeptFeed, lines: readonly LiveLine[], at: Now): AddedLines {
  const segments = new Map(kept.segments.map((segment) => [segment.number, segment]));
  const changed = new Map<number, LiveSegment>();
  let { state } = kept;
  for (const line of lines) {
    const segment = segmentOf(line, at, { state, segments: [...segments.values()] });
    if (!segment) continue;
    state = { ...state, count: Math.max(state.count, segment.number), lastId: segment.id };
    for (const one of [segments, changed]) {
      one.set(segment.number, segment);
      one.delete(segment.number - MOST_SEGMENTS);
    }
  }
  return { state, changed: [...changed.values()] };
}

/** The segment that a line makes or changes; undefined where it changes nothing. */
function segmentOf(line: LiveLine, { startedAt, now }: Now, { state, segments }: KeptFeed): LiveSegment | undefined {
  const text = line.text.trim().slice(0, MOST_CHARACTERS);
  const start = secondsAt(line.start, startedAt);
  const end = Math.max(start, secondsAt(line.end, startedAt));
  if (text === '') return undefined;
  const known = segments.find(({ lineId }) => lineId === line.id);
  if (known && isOlder(known, { line, text, end })) return undefined;
  if (!known && isPast({ line, start, end }, state, segments)) return undefined;
  const before = known ?? segments.find((one) => !one.isFinal && isOfSpeaker(one, line));
  return {
    number: before?.number ?? state.count + 1,
    // By the clock, so that ids grow from one bot of a meeting to the next.
    id: Math.max(state.lastId + 1, now),
    lineId: line.id,
    speakerKey: line.speakerKey,
    speakerName: line.speakerName?.slice(0, MOST_NAME_CHARACTERS) ?? null,
    text,
    start,
    end,
    isFinal: line.isFinal,
  };
}

/** The same report again, or one that was overtaken by another. */
function isOlder(known: LiveSegment, { line, text, end }: { line: LiveLine; text: string; end: number }): boolean {
  if (known.isFinal !== line.isFinal) return known.isFinal;
  return known.text === text || end < known.end;
}

const isOfSpeaker = ({ speakerKey, speakerName }: LiveSegment, line: LiveLine): boolean =>
  speakerKey === line.speakerKey && (speakerKey !== null || speakerName === line.speakerName);

interface Placed {
  readonly line: LiveLine;
  readonly start: number;
  readonly end: number;
}

function isPast({ line, start, end }: Placed, state: FeedState, segments: readonly LiveSegment[]): boolean {
  if (!line.isFinal && segments.some((one) => one.isFinal && isOfSpeaker(one, line) && one.end >= end)) return true;
  return state.count >= MOST_SEGMENTS && segments.every((one) => one.start > start);
}

const secondsAt = (spoken: SpokenAt, startedAt: Instant): number =>
  Math.round(Math.max(0, 'seconds' in spoken ? spoken.seconds : (spoken.at - startedAt) / SECOND_MS) * SECOND_MS) /
  SECOND_MS;
