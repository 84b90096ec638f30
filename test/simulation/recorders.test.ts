import { firstBroken } from '#test/simulation/first-broken';
import { portionsOf } from '#test/simulation/portions';
import { runRecorders } from '#test/simulation/recorders/run-recorders';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';

const SEEDS = sized({ everyday: 30, release: 3_000 });

async function failing([first, last]: readonly [number, number]) {
  const found: { readonly seed: number; readonly broken: readonly string[] }[] = [];
  for (let seed = first; seed <= last; seed += 1) {
    const broken = await runRecorders(seed);
    if (broken.length > 0) found.push({ seed, broken });
  }
  return found;
}

describe('bots at recorders that fail, hang and lose answers', () => {
  it.each(portionsOf(SEEDS))(
    'are in a call once, end in their time with a reason, and have recordings paid once and summaries mailed once: seeds %i to %i',
    async (...seeds) => {
      expect(await failing(seeds)).toEqual([]);
    },
  );

  it.each([
    ['the lease of a lost answer', 'lease', 21, /^I1: \w+ and \w+ were in the call for one bot/],
    ['find before a second create', 'find before create', 2, /^I1: \w+ and \w+ were in the call for one bot/],
    ['the record of each mail', 'mail records', 10, /^I4: \S+ got the summary of a meeting again/],
    ['the lease of a recording', 'recording lease', 4, /^I6: the copy of one recording was paid \d times/],
    ['the watchdog', 'watchdog', 4, /^I2: a bot is still in_call after 3 hours/],
  ] as const)('would not be without %s, whenever the seed is run', async (_part, leftOut, from, invariant) => {
    const { seed, broken } = await firstBroken(from, invariant, (one) => runRecorders(one, leftOut));

    expect(await runRecorders(seed, leftOut)).toEqual(broken);
    expect(await runRecorders(seed)).toEqual([]);
  });
});
