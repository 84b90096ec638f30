/** More tracks or streams than any recording has count as endless: each of them is kept in memory while a file is read. */
export const MOST_TRACKS = 100;

/** Sound is counted by its track; one whose length cannot be known counts as endless. */
export interface Tally {
  add(track: number, seconds: number): void;
  /** Whether a track has more than the most: nothing has to be read any more. */
  readonly isOver: boolean;
}

export function tally(mostSeconds: number): Tally {
  const byTrack = new Map<number, number>();
  let isOver = false;
  return {
    add(track, seconds) {
      const sum = (byTrack.get(track) ?? 0) + seconds;
      byTrack.set(track, sum);
      isOver ||= !(sum <= mostSeconds);
    },
    get isOver() {
      return isOver;
    },
  };
}
