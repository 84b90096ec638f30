import { firstBroken } from '#test/simulation/first-broken';
import type { LeftOut } from '#test/simulation/orders/left-out';
import { runOrders } from '#test/simulation/orders/run-orders';
import { portionsOf } from '#test/simulation/portions';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';

const SEEDS = sized({ everyday: 8, release: 5_000 });

async function failing([first, last]: readonly [number, number]) {
  const found: { readonly seed: number; readonly broken: readonly string[] }[] = [];
  for (let seed = first; seed <= last; seed += 1) {
    const broken = await runOrders(seed);
    if (broken.length > 0) found.push({ seed, broken });
  }
  return found;
}

describe('orders with engines that fail and workers that are killed', () => {
  it.each(portionsOf(SEEDS))(
    'end with whole texts, each slice and transcription paid once, all places and bytes given back and nothing left of what was canceled: seeds %i to %i',
    async (...seeds) => {
      expect(await failing(seeds)).toEqual([]);
    },
  );

  it('end also where the copy of a file is deleted while it is read: seed 4989', async () => {
    expect(await failing([4989, 4989])).toEqual([]);
  });

  it.each<readonly [string, LeftOut, number, RegExp]>([
    ['the stored slices', 'stored slices', 1, /^O2: a slice that is stored was paid again/],
    ['the places of a workspace', 'places', 9, /^O3: \d+ operations of a workspace ran at a time/],
    ['the leases of jobs', 'leases', 1, /^O2: a slice was paid \d times/],
    ['the drop of late results', 'drop of late results', 1, /^O5: an operation that is canceled left \d files/],
  ])('would not be without %s, whenever the seed is run', async (_part, leftOut, from, invariant) => {
    const { seed, broken } = await firstBroken(from, invariant, (one) => runOrders(one, leftOut));

    expect(await runOrders(seed, leftOut)).toEqual(broken);
    expect(await runOrders(seed)).toEqual([]);
  });
});
