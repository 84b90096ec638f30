import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { type Contract, nameOf } from '#shared/foundation/http/contract';
import { contracts } from '#shared/wiring/all-contracts';
import { openapi } from '#shared/wiring/documents/openapi';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';
import { fieldsIn } from './fields-in.ts';
import { documentedName, measure, SHORT, sendSmall, violationsIn } from './measure.ts';

const SECURITY = readFileSync('docs/security.md', 'utf8');

/** Those with the largest bodies; `npm test -- hostile` sends all. */
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
    expect(new Set(measured.map(({ operation }) => operation)).size).toBe(new Set(operations.map(documentedName)).size);
  });
});

const Document = v.object({ paths: v.record(v.string(), v.record(v.string(), v.unknown())) });

/** As the OpenAPI document has them, not the list that the run is made of. */
const { paths } = v.parse(Document, openapi(contracts, 'https://api.example.test/api/v1'));
const documented = Object.entries(paths).flatMap(([path, operations]) =>
  Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
);

describe('the hostile run', () => {
  it('sends every operation of the OpenAPI document requests of every kind, and gets documented answers', async () => {
    const sent = await sendSmall(contracts);

    expect([...sent.keys()].sort()).toEqual(documented.toSorted());
    expect([...sent.values()].filter((requests) => requests === 0)).toEqual([]);
  });

  it('has published figures of as many operations as the OpenAPI document has, without a violation', () => {
    const [, operations, violations] = /requests to (\d+) operations, (\d+) violations/.exec(SECURITY) ?? [];

    expect([Number(operations), Number(violations)]).toEqual([documented.length, 0]);
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
