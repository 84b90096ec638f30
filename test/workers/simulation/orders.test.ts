import { describe, expect, it } from '@jest/globals';
import { type LeftOut, runOrders } from '#test/simulation/orders/run-orders';
import { sized } from '#test/support/test-size';

const SEEDS = sized({ everyday: 60, release: 5_000 });

async function failing(seeds: number) {
  const found: { readonly seed: number; readonly broken: readonly string[] }[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const broken = await runOrders(seed);
    if (broken.length > 0) found.push({ seed, broken });
  }
  return found;
}

describe('orders of translation with an engine that fails and workers that are killed', () => {
  it('end with whole texts, each slice paid once, all places given back and nothing left of what was canceled', async () => {
    expect(await failing(SEEDS)).toEqual([]);
  });

  it.each<readonly [string, LeftOut, number, string]>([
    ['the stored slices', 'stored slices', 2, 'O2: a slice that is stored was paid again'],
    ['the places of a workspace', 'places', 5, 'O3: 13 operations of a workspace ran at a time'],
  ])('would not be without %s', async (_part, leftOut, seed, broken) => {
    expect(await runOrders(seed, leftOut)).toContain(broken);
    expect(await runOrders(seed)).toEqual([]);
  });

  it('are the same for the same seed', async () => {
    const first = await runOrders(8, 'places');
    expect(first.length).toBeGreaterThan(1);
    expect(await runOrders(8, 'places')).toEqual(first);
  });
});
