import type { Preset } from './chances.ts';
import { type Figures, NO_FIGURES, together } from './figures.ts';
import { runSeed, type SeedGiven } from './run-seed.ts';

/** A seed whose story ended otherwise than promised. */
export interface Failing {
  readonly seed: number;
  readonly violations: readonly string[];
}

export interface Tally {
  readonly seeds: number;
  readonly figures: Figures;
  readonly failing: readonly Failing[];
}

export const NOTHING_RUN: Tally = { seeds: 0, figures: NO_FIGURES, failing: [] };

export const added = (one: Tally, other: Tally): Tally => ({
  seeds: one.seeds + other.seeds,
  figures: together(one.figures, other.figures),
  failing: [...one.failing, ...other.failing],
});

/** One story, told or broken off: a simulation that throws is a failing seed like any other. */
async function tallied(given: SeedGiven): Promise<Tally> {
  try {
    const { seed, violations, figures } = await runSeed(given);
    return { seeds: 1, figures, failing: violations.length > 0 ? [{ seed, violations }] : [] };
  } catch (error) {
    const violation = `it broke off: ${error instanceof Error ? error.message : error}`;
    return { seeds: 1, figures: NO_FIGURES, failing: [{ seed: given.seed, violations: [violation] }] };
  }
}

interface Seeds extends Omit<SeedGiven, 'seed'> {
  readonly seeds: Iterable<number>;
}

/** Several stories, one after the other. */
export async function runSeeds({ seeds, ...given }: Seeds): Promise<Tally> {
  let tally = NOTHING_RUN;
  for (const seed of seeds) tally = added(tally, await tallied({ ...given, seed }));
  return tally;
}

/** As many seeds are tried at most. Which seed has what is looked for depends on every random draw. */
const MOST_TRIED = 60;

/** Adds seeds from `from` on, one after the other, until the tally has what is looked for, or 60 were added. */
export async function runUntil(
  isFound: (tally: Tally) => boolean,
  from: number,
  { start = NOTHING_RUN, ...given }: Omit<SeedGiven, 'seed'> & { readonly start?: Tally },
): Promise<Tally> {
  let tally = start;
  for (let seed = from; !isFound(tally) && seed < from + MOST_TRIED; seed += 1)
    tally = added(tally, await runSeeds({ ...given, seeds: [seed] }));
  return tally;
}

/** The numbers from the first to before the last. */
export const span = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, nth) => first + nth);

/** I12 is about many: one story alone may have had two wake-ups for its only attempt. */
export const wakeUpsPerAttempt = ({ figures }: Tally): number => figures.wakeUps / Math.max(1, figures.attempts);

/** "At most 1.5 wake-ups an attempt": over this many attempts it has to hold. */
const MANY_ATTEMPTS = 500;
const MOST_WAKE_UPS = 1.5;
/** Duplicates in every hundred sends, where faults are as frequent as they are in life. */
const MOST_DUPLICATES = 1;

/** Promises about many stories together. */
export function brokenTogether(tally: Tally, preset: Preset): readonly string[] {
  const { attempts, duplicates, sends } = tally.figures;
  if (attempts < MANY_ATTEMPTS) return [];
  const wakeUps = wakeUpsPerAttempt(tally);
  const percent = (100 * duplicates) / sends;
  return [
    ...(preset !== 'heavy' && wakeUps > MOST_WAKE_UPS ? [`I12: ${wakeUps.toFixed(2)} wake-ups an attempt`] : []),
    ...(preset === 'realistic' && percent >= MOST_DUPLICATES
      ? [`${percent.toFixed(2)} % of all sends are duplicates`]
      : []),
  ];
}
