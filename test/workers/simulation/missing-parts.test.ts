import { describe, expect, it } from '@jest/globals';
import { brokenTogether, runSeeds, span } from '#test/simulation/seeds';
import { sized } from '#test/support/test-size';

const SEEDS = span(1, 12);

const named = (violations: readonly { readonly violations: readonly string[] }[], invariant: string) =>
  violations.filter((one) => one.violations.some((sentence) => sentence.startsWith(invariant)));

/** A simulation that cannot fail tests nothing: here a part is removed from the wiring, and the check must fail. */
describe('the simulation notices', () => {
  it('a missing sweeper: deliveries never end, and rows stay due', async () => {
    const { failing } = await runSeeds({ seeds: SEEDS, preset: 'none', leftOut: 'sweeper' });

    expect(named(failing, 'I3: a delivery stays').length).toBeGreaterThan(2);
    expect(named(failing, 'I11: ').length).toBeGreaterThan(2);
  });

  it('a missing lease: receivers get requests that are not recorded', async () => {
    const { failing } = await runSeeds({ seeds: SEEDS, preset: 'none', leftOut: 'claim' });

    expect(named(failing, 'without faults something was sent that is on no record').length).toBeGreaterThan(2);
  });

  it('an unbounded repair of stale messages: queue messages multiply', async () => {
    const tally = await runSeeds({
      seeds: span(1, sized({ everyday: 8, release: 12 })),
      preset: 'twice',
      leftOut: 'bound of the self-heal',
    });

    expect(brokenTogether(tally, 'twice')).toEqual([expect.stringMatching(/^I12: /)]);
  });
});
