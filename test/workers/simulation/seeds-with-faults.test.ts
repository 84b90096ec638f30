import { describe, expect, it } from '@jest/globals';
import { brokenTogether, runSeeds, span } from '#test/simulation/seeds';

/** Beside those of seeds.test.ts, so that both cores have something to do. */
const SEEDS = 75;

describe('simulated stories in which requests fail, are lost or kill who made them', () => {
  it.each(['realistic', 'heavy'] as const)('keep every promise of the channel, with faults: %s', async (preset) => {
    const tally = await runSeeds({ seeds: span(1, SEEDS), preset, size: 0.2 });

    expect(tally.failing).toEqual([]);
    expect(brokenTogether(tally, preset)).toEqual([]);
    expect(tally.figures.attempts).toBeGreaterThan(300);
  });
});
