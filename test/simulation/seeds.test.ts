import { runSeed } from '#test/simulation/run-seed';
import { brokenTogether, runSeeds, runUntil, span, type Tally } from '#test/simulation/seeds';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';

/** Seeds for each fault preset; `npm run simulate` takes any number, and a release 10,000. */
const SEEDS = span(1, sized({ everyday: 4, release: 75 }));
/** In this story endpoints fail for an hour and are reported; where it does not, a later one does. */
const FAILING = 17;

describe('simulations of partners, their calendars and their receivers', () => {
  it.each(['none', 'twice'] as const)(
    'keep every guarantee of the webhook channel, with faults: %s',
    async (preset) => {
      const drawn = await runSeeds({ seeds: SEEDS, preset, size: 0.2 });
      const isReported = ({ figures }: Tally) => figures.reported > 5;
      const tally = await runUntil(isReported, FAILING, { start: drawn, preset, size: 0.2 });

      expect(tally.failing).toEqual([]);
      expect(brokenTogether(tally, preset)).toEqual([]);
      expect(tally.figures.attempts).toBeGreaterThan(10 * SEEDS.length);
      expect(tally.figures.reported).toBeGreaterThan(5);
    },
  );

  it('are the same for the same seed', async () => {
    const [one, other] = [await runSeed({ seed: 3, preset: 'heavy' }), await runSeed({ seed: 3, preset: 'heavy' })];

    expect(other).toEqual(one);
    expect(one.figures.attempts).toBeGreaterThan(10);
  });
});
