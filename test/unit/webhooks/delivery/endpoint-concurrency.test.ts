import type { UserId, WebhookEndpointId } from '#shared/foundation/core/ids';
import { SECOND_MS } from '#shared/foundation/core/time';
import {
  concurrencyLimits,
  type EndpointConcurrency,
  endpointConcurrency,
  type Permit,
} from '#shared/webhooks/delivery/endpoint-concurrency';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aClock } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const one: Permit = { holder: 'whe_01h455vb4pex5vsknk084sn02q' as WebhookEndpointId, queue: 'first' };
const other: Permit = { ...one, holder: 'whe_01h455vb4pex5vsknk084sn03q' as WebhookEndpointId };

/** Of a user who founded workspaces. */
const founder: Permit = { ...one, holder: 'usr_01h455vb4pex5vsknk084sn02q' as UserId };
const LIMITS = { endpoint: { first: 3, retry: 2 }, workspace: { first: 4, retry: 3 }, founder: { first: 5, retry: 4 } };

function threePermits() {
  const clock = aClock();
  return {
    clock,
    concurrency: endpointConcurrency({ table: tableOver(inMemoryMainTable()), clock, limits: LIMITS }),
  };
}

async function acquiredOneByOne(concurrency: EndpointConcurrency, times: number): Promise<readonly boolean[]> {
  const acquired: boolean[] = [];
  for (const _time of timesOf(times)) acquired.push(await concurrency.acquire(one));
  return acquired;
}

const timesOf = (times: number) => Array.from({ length: times });

describe('the concurrency limits of an endpoint', () => {
  it('are a tenth of the concurrent batches, and two at least', () => {
    const limits = [2, 5, 10, 29, 30, 100].map((first) => concurrencyLimits({ first, retry: 50 }).endpoint);

    expect(limits.map(({ first }) => first)).toEqual([2, 2, 2, 2, 3, 10]);
    expect(limits.map(({ retry }) => retry)).toEqual(Array(6).fill(5));
  });

  it('are a third of the concurrent batches for all endpoints of one founder, and three at least', () => {
    const limits = [2, 5, 10, 29, 30, 100].map((first) => concurrencyLimits({ first, retry: 50 }).founder);

    expect(limits.map(({ first }) => first)).toEqual([3, 3, 3, 9, 10, 33]);
    expect(limits.map(({ retry }) => retry)).toEqual(Array(6).fill(16));
  });

  it('are an eighth of the concurrent batches for all endpoints of one workspace, and three at least', () => {
    const limits = [2, 5, 10, 31, 32, 100].map((first) => concurrencyLimits({ first, retry: 50 }).workspace);

    expect(limits.map(({ first }) => first)).toEqual([3, 3, 3, 3, 4, 12]);
    expect(limits.map(({ retry }) => retry)).toEqual(Array(6).fill(6));
  });

  it('are counted for a founder beside those of the endpoints', async () => {
    const { concurrency } = threePermits();
    for (const _time of timesOf(3)) await concurrency.acquire(one);

    const acquired = await Promise.all(timesOf(20).map(() => concurrency.acquire(founder)));

    expect(acquired.filter((isAcquired) => isAcquired)).toHaveLength(5);
  });

  it('are as many as there are, of however many batches at the same moment', async () => {
    const { concurrency } = threePermits();

    const acquired = await Promise.all(timesOf(20).map(() => concurrency.acquire(one)));

    expect(acquired.filter((isAcquired) => isAcquired)).toHaveLength(3);
  });

  it('are counted for each queue', async () => {
    const { concurrency } = threePermits();
    for (const _time of timesOf(3)) await concurrency.acquire(one);

    expect([await concurrency.acquire(one), await concurrency.acquire({ ...one, queue: 'retry' })]).toEqual([
      false,
      true,
    ]);
  });

  it('are its own', async () => {
    const { concurrency } = threePermits();
    for (const _time of timesOf(3)) await concurrency.acquire(one);

    expect([await concurrency.acquire(one), await concurrency.acquire(other)]).toEqual([false, true]);
  });

  it('can be acquired again when they are released, and no more than were acquired', async () => {
    const { concurrency } = threePermits();
    for (const _time of timesOf(3)) await concurrency.acquire(one);

    for (const _time of timesOf(5)) await concurrency.release(one);

    expect(await acquiredOneByOne(concurrency, 5)).toEqual([true, true, true, false, false]);
  });

  it('that killed instances had can be acquired again when none was acquired for twenty seconds', async () => {
    const { concurrency, clock } = threePermits();
    for (const _time of timesOf(3)) await concurrency.acquire(one);

    clock.advance(20 * SECOND_MS - 1);
    expect(await concurrency.acquire(one)).toBe(false);
    clock.advance(1);

    expect(await acquiredOneByOne(concurrency, 4)).toEqual([true, true, true, false]);
  });

  it('that killed instances had do not stay acquired where others are released', async () => {
    const { concurrency, clock } = threePermits();
    await concurrency.acquire(one);
    clock.advance(21 * SECOND_MS);

    expect(await acquiredOneByOne(concurrency, 4)).toEqual([true, true, true, false]);
  });
});
