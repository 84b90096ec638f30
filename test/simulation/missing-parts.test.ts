import { brokenTogether, runSeeds, runUntil, span, type Tally } from '#test/simulation/seeds';
import { describe, expect, it } from '#test/support/jest';

const SEEDS = span(1, 12);
/** In this story a delivery uses up its attempts, and another endpoint wants to know; where it does not, a later one does. */
const FAILED_DELIVERY = 17;

/** In this story two workers have one delivery at a time; where they do not, a later one does. */
const TWO_WORKERS = 33;

const UNREPORTED = 'I15: a failed delivery is reported 0 times';

const named = (violations: readonly { readonly violations: readonly string[] }[], invariant: string) =>
  violations.filter((one) => one.violations.some((sentence) => sentence.startsWith(invariant)));

/** A simulation that cannot fail tests nothing: here a part is removed from the wiring, and the check must fail. */
describe('the simulation notices', () => {
  it('a missing sweeper: deliveries never end, and rows stay due', async () => {
    const { failing } = await runSeeds({ seeds: SEEDS, preset: 'none', size: 0.3, leftOut: 'sweeper' });

    expect(named(failing, 'I3: a delivery stays').length).toBeGreaterThan(2);
    expect(named(failing, 'I11: ').length).toBeGreaterThan(2);
  });

  it('a missing lease: receivers get requests that are not recorded', async () => {
    const UNRECORDED = 'without faults something was sent that is on no record';
    const { failing } = await runUntil((tally) => named(tally.failing, UNRECORDED).length > 0, TWO_WORKERS, {
      ...{ preset: 'none', size: 0.5, leftOut: 'lease' },
    });

    expect(named(failing, UNRECORDED).length).toBeGreaterThan(0);
  });

  it('a missing rate: an endpoint gets more attempts in a second than it allows', async () => {
    const { failing } = await runUntil((tally) => named(tally.failing, 'I17: ').length > 0, 8, {
      ...{ preset: 'none', size: 0.5, leftOut: 'rate' },
    });

    expect(named(failing, 'I17: ').length).toBeGreaterThan(0);
  });

  it('an attempt recorded without what follows from it: it is not counted, and a failed delivery not reported', async () => {
    const given = { preset: 'none', size: 0.2, leftOut: 'statistics' } as const;
    const isUnreported = ({ failing }: Tally) => named(failing, UNREPORTED).length > 0;
    const { failing } = await runUntil(isUnreported, FAILED_DELIVERY, {
      ...{ ...given, start: await runSeeds({ ...given, seeds: SEEDS }) },
    });

    expect(named(failing, 'I16: ').length).toBeGreaterThan(2);
    expect(named(failing, UNREPORTED).length).toBeGreaterThan(0);
  });

  it('an unbounded repair of stale messages: queue messages multiply', async () => {
    // Enough attempts for a promise about many of them.
    const given = { preset: 'twice', size: 0.7, leftOut: 'bound of requeued messages' } as const;
    const isMultiplied = (tally: Tally) =>
      brokenTogether(tally, 'twice').some((sentence) => sentence.startsWith('I12: '));
    const tally = await runUntil(isMultiplied, FAILED_DELIVERY, {
      ...{ ...given, start: await runSeeds({ ...given, seeds: SEEDS }) },
    });

    expect(brokenTogether(tally, 'twice')).toEqual([expect.stringMatching(/^I12: /)]);
  });
});
