import type { Transcript } from '#shared/meetings/results/rules/results';

/** What an engine says after it has listened. */
interface Heard {
  readonly heardSeconds?: number;
  /** Absent where it failed. */
  readonly transcript?: Transcript;
}

/** How much an engine heard: by what it says, and by the end of the last that was said. */
export const heardSecondsOf = ({ heardSeconds = 0, transcript }: Heard): number =>
  (transcript?.segments ?? []).reduce(
    (longest, { end, words }) => Math.max(longest, end, words.at(-1)?.end ?? 0),
    heardSeconds,
  );
