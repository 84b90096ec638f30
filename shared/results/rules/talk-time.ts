import type { Segment, Transcript } from '#shared/results/rules/results';

/**
 * Seconds each speaker talked, by speaker id, to the millisecond; zero for one who said nothing. Where a speaker's
 * segments overlap, the time counts once. Segments without a speaker count for none.
 */
export function talkTimes({ speakers, segments }: Transcript): ReadonlyMap<string, number> {
  const spoken = Map.groupBy(segments, (segment) => segment.speakerId);
  return new Map(speakers.map(({ id }) => [id, secondsCovered(spoken.get(id) ?? [])]));
}

function secondsCovered(segments: readonly Segment[]): number {
  let covered = 0;
  let reached = 0;
  for (const { start, end } of [...segments].sort((a, b) => a.start - b.start)) {
    covered += Math.max(0, end - Math.max(start, reached));
    reached = Math.max(reached, end);
  }
  return Math.round(covered * 1000) / 1000;
}
