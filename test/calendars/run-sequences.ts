import type { ProviderName } from '#test/doubles/calendar-providers/test-provider';
import { runSequence } from './run-sequence.ts';
import { shrunk } from './shrink.ts';
import { drawnSteps, type Step } from './steps.ts';

export interface FailingSequence {
  readonly provider: ProviderName;
  readonly seed: number;
  readonly violations: readonly string[];
  /** The fewest steps of it that still fail. */
  readonly steps: readonly Step[];
}

export interface SequencesRun {
  readonly sequences: number;
  readonly steps: number;
  /** Looks at both sides, once quiet. */
  readonly comparisons: number;
  /** Occurrences compared, over all comparisons. */
  readonly occurrences: number;
  readonly passes: number;
  readonly failing: readonly FailingSequence[];
}

const NOTHING_RUN: SequencesRun = { sequences: 0, steps: 0, comparisons: 0, occurrences: 0, passes: 0, failing: [] };

export const together = (one: SequencesRun, other: SequencesRun): SequencesRun => ({
  sequences: one.sequences + other.sequences,
  steps: one.steps + other.steps,
  comparisons: one.comparisons + other.comparisons,
  occurrences: one.occurrences + other.occurrences,
  passes: one.passes + other.passes,
  failing: [...one.failing, ...other.failing],
});

/** Sequences of these seeds, one after the other; of one that fails, what is left of it when nothing can be left out. */
export async function runSequences(provider: ProviderName, seeds: Iterable<number>): Promise<SequencesRun> {
  let sum = NOTHING_RUN;
  for (const seed of seeds) {
    const steps = drawnSteps(seed);
    const { violations, ...figures } = await runSequence({ provider, seed, steps });
    const failing =
      violations.length > 0 ? [{ provider, seed, violations, steps: await fewestOf({ provider, seed, steps }) }] : [];
    sum = together(sum, { sequences: 1, steps: steps.length, ...figures, failing });
  }
  return sum;
}

interface Given {
  readonly provider: ProviderName;
  readonly seed: number;
  readonly steps: readonly Step[];
}

const fewestOf = ({ steps, ...given }: Given): Promise<readonly Step[]> =>
  shrunk(steps, async (some) => (await runSequence({ ...given, steps: some })).violations.length > 0);

const MOST_TOLD = 4;

/** What is wrong, with what led there, and the one line that leads there again. */
export const asRepro = ({ provider, seed, violations, steps }: FailingSequence): string =>
  [
    ...violations.slice(0, MOST_TOLD).map((violation) => `${provider} ${seed}: ${violation}`),
    ...steps.map(({ name, lots }) => `    ${name} ${lots.join(' ')}`),
    `    again with: npm test -- calendars --provider ${provider} --seed ${seed}`,
  ].join('\n');
