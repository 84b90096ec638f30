import { firstBroken } from '#test/simulation/first-broken';
import { portionsOf } from '#test/simulation/portions';
import { runRefusals } from '#test/simulation/refusals/run-refusals';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';

const SEEDS = sized({ everyday: 40, release: 10_000 });

describe('bots whose first recorder refuses and whose second is well', () => {
  it.each(portionsOf(SEEDS))(
    'are in their call within a minute, in one alone as far as the first answers, and the refusal is seen: seeds %i to %i',
    async (first, last) => {
      const failing: { readonly seed: number; readonly broken: readonly string[] }[] = [];
      for (let seed = first; seed <= last; seed += 1) {
        const broken = await runRefusals(seed);
        if (broken.length > 0) failing.push({ seed, broken });
      }

      expect(failing).toEqual([]);
    },
  );

  it.each([
    ['the job that asks a recorder to leave', 'the leaving job', /^I1: two recorders were in a call for/],
    ['the search for the bot', 'find', /^I1: /],
  ] as const)('would be in two without %s', async (_part, leftOut, invariant) => {
    const { seed, broken } = await firstBroken(1, invariant, (one) => runRefusals(one, leftOut));

    expect(await runRefusals(seed, leftOut)).toEqual(broken);
    expect(await runRefusals(seed)).toEqual([]);
  });
});
