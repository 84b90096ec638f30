import { nameOf as contractName } from '#shared/foundation/http/contract';
import { contracts } from '#shared/wiring/all-contracts';
import { tripCounter } from '#test/benchmarks/count-trips';
import { nameOf, tripsAllowed } from '#test/benchmarks/scenario';
import { scenarios } from '#test/benchmarks/scenarios/all';
import { describe, expect, it } from '#test/support/jest';

const counting = tripCounter(1);

describe('the round trips of an endpoint', () => {
  it('are counted for every endpoint there is, and for no other', () => {
    const counted = new Set(scenarios.map(({ operation }) => operation));

    expect([...counted].sort()).toEqual(contracts.map((contract) => contractName(contract)).sort());
  });

  it.each(scenarios.map((scenario) => [nameOf(scenario), scenario] as const))(
    'are few enough for %s',
    async (_name, scenario) => {
      const { trips } = await (await counting)(scenario);

      expect(trips).toBeLessThanOrEqual(tripsAllowed(scenario));
    },
  );
});
