import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';
import { aMergeSimulation } from './merge-simulation.ts';

const SEEDS = Array.from({ length: sized({ everyday: 12, release: 1_000 }) }, (_, nth) => nth + 1);

describe('search, while texts change, merges meet and processes are killed', () => {
  it.each(SEEDS)(
    'finds every text that is there once and none that is deleted, and keeps none: seed %d',
    async (seed) => {
      const simulation = await aMergeSimulation(seed);

      expect(await simulation.run(8)).toEqual([]);

      expect(await simulation.end()).toEqual({ errors: [], leftovers: [] });
      expect(simulation.texts().some(({ state }) => state === 'there')).toBe(true);
    },
  );
});
