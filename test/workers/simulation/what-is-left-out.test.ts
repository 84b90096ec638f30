import { describe, expect, it } from '@jest/globals';
import { brokenTogether, runSeeds, span } from '#test/simulation/seeds';

const SEEDS = span(1, 12);

const named = (violations: readonly { readonly violations: readonly string[] }[], invariant: string) =>
  violations.filter((one) => one.violations.some((sentence) => sentence.startsWith(invariant)));

/** A proof that nothing can fail proves nothing: here something is taken out of the wiring, and has to be missed. */
describe('the simulation notices', () => {
  it('that there is no sweeper: deliveries never end, and rows stay due', async () => {
    const { failing } = await runSeeds({ seeds: SEEDS, preset: 'none', leftOut: 'sweeper' });

    expect(named(failing, 'I3: a delivery stays').length).toBeGreaterThan(2);
    expect(named(failing, 'I11: ').length).toBeGreaterThan(2);
  });

  it('that there is no claim: receivers see what is on no record', async () => {
    const { failing } = await runSeeds({ seeds: SEEDS, preset: 'none', leftOut: 'claim' });

    expect(named(failing, 'without faults something was sent that is on no record').length).toBeGreaterThan(2);
  });

  it('that the self-heal has no bound: wake-ups multiply', async () => {
    const tally = await runSeeds({ seeds: SEEDS, preset: 'twice', leftOut: 'bound of the self-heal' });

    expect(brokenTogether(tally, 'twice')).toEqual([expect.stringMatching(/^I12: /)]);
  });
});
