import { nameOf as contractName } from '#shared/foundation/http/contract';
import { contracts } from '#shared/wiring/all-contracts';
import { anOffice, type Office } from '#test/benchmarks/office';
import { nameOf } from '#test/benchmarks/scenario';
import { scenarios } from '#test/benchmarks/scenarios/all';
import { beforeAll, describe, expect, it } from '#test/support/jest';
import { requestCounter } from '#test/support/request-counter';

const contractOf = (operation: string) => contracts.find((contract) => contractName(contract) === operation);

/** Every way to use every POST with a key, the way the scenarios of the round trips use it. */
const posts = scenarios.filter(
  ({ operation, status }) => operation.startsWith('POST ') && status < 300 && contractOf(operation)?.access !== 'open',
);

describe('the answer to an Idempotency-Key', () => {
  const counter = requestCounter();
  let office: Office;
  beforeAll(async () => {
    office = await anOffice({ table: counter.watch, others: counter.watch }, 1);
  });

  it.each(posts.map((scenario, nth) => [nameOf(scenario), { ...scenario, key: `key-${nth}` }] as const))(
    'is kept where the change is saved, and given again: %s',
    async (_name, { operation, status, prepare, key }) => {
      const ready = await prepare(office);
      // The first may write what a function keeps for its life.
      await (await ready()).send();
      const { send } = await ready();
      const keyed = () => counter.during(() => send({ 'idempotency-key': key }));

      const first = await keyed();
      const second = await keyed();

      expect([first.answer.statusCode, second.answer.statusCode]).toEqual([status, status]);
      expect(second.answer.body).toBe(first.answer.body);
      expect(second.answer.headers?.['idempotent-replayed']).toBe('true');
      expect(second.tally.byOperation['TransactWriteItems']).toBeUndefined();
      const changesSomething = first.tally.byOperation['TransactWriteItems'] !== undefined;
      const isMarkedFirst = contractOf(operation)?.callsOutside === true;
      expect(first.tally.byOperation['PutItem'] ?? 0).toBe(Number(isMarkedFirst) + Number(!changesSomething));
    },
  );
});
