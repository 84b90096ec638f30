import { brokenTogether, runSeeds, span } from '#test/simulation/seeds';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';

/** A second file beside seeds.test.ts, so that both run in parallel. */
/** Of the everyday seeds from here on, two have a receiver that fails for hours. */
const FIRST = 6;
const SEEDS = sized({ everyday: 4, release: 75 });

describe('simulations in which requests fail, are lost or kill their function', () => {
  it.each(['realistic', 'heavy'] as const)(
    'keep every guarantee of the webhook channel, with faults: %s',
    async (preset) => {
      const tally = await runSeeds({ seeds: span(FIRST, SEEDS), preset, size: 0.2 });

      expect(tally.failing).toEqual([]);
      expect(brokenTogether(tally, preset)).toEqual([]);
      expect(tally.figures.attempts).toBeGreaterThan(10 * SEEDS);
    },
  );
});
