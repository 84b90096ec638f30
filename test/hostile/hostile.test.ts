import { type Contract, nameOf } from '#shared/http/contract';
import { contracts } from '#shared/wiring/all-contracts';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';
import { fieldsIn } from './fields-in.ts';
import { measure, SHORT, violationsIn } from './measure.ts';

/** Those with the largest bodies; `npm run test:hostile` sends all. */
const LARGEST = ['POST /calendar_events', 'POST /webhook_endpoints', 'POST /bots', 'PATCH /brand_kits/{id}'];

const isLarge = (contract: Contract) => Number(LARGEST.includes(nameOf(contract)));
const operations = contracts
  .toSorted((one, other) => isLarge(other) - isLarge(one))
  .slice(0, sized({ everyday: LARGEST.length, release: contracts.length }));

describe('a large request', () => {
  it('takes work in proportion to its size and gets a short answer, in every operation', async () => {
    const measured = await measure(operations, SHORT);

    const violated = measured.flatMap((one) =>
      violationsIn(one).map((violation) => `${one.operation}, ${one.request}: ${violation}`),
    );
    expect(violated).toEqual([]);
    expect(new Set(measured.map(({ operation }) => operation)).size).toBe(operations.length);
  });
});

describe('an array in a body', () => {
  it('has a maximum length, which is checked before its items', () => {
    const arrays = contracts.flatMap((contract) =>
      [contract.body, contract.bodyKept?.body].flatMap((body) =>
        body
          ? fieldsIn(body)
              .filter(({ kind }) => kind === 'array')
              .map(({ path, most }) => ({ where: `${nameOf(contract)} ${path.join('.')}`, most }))
          : [],
      ),
    );

    expect(arrays.length).toBeGreaterThan(5);
    expect(arrays.filter(({ most }) => most === undefined)).toEqual([]);
  });
});
