import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import { Throttled } from '#shared/foundation/core/store';
import { type Instant, later } from '#shared/foundation/core/time';
import { endpointRateLimiter } from '#shared/webhooks/delivery/endpoint-rate-limiter';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aClock, noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const endpoint = 'whe_01h455vb4pex5vsknk084sn02q' as WebhookEndpointId;
const other = 'whe_01h455vb4pex5vsknk084sn03q' as WebhookEndpointId;

function aWorld() {
  const dynamo = inMemoryMainTable();
  const clock = aClock();
  let writes = 0;
  const table = tableOver(dynamo);
  const counting = {
    ...table,
    update: (...given: Parameters<typeof table.update>) => {
      writes += 1;
      return table.update(...given);
    },
  };
  const anInstance = () => endpointRateLimiter({ table: counting, clock });
  return { clock, dynamo, anInstance, writes: () => writes };
}

const times = <Value>(count: number, make: () => Promise<Value>) => Promise.all(Array.from({ length: count }, make));
const sinceNoon = (slots: readonly Instant[]) => slots.map((at) => at - noon);

describe('the rate limiter of an endpoint', () => {
  it('gives slots at even distances, from now on', async () => {
    const { anInstance } = aWorld();
    const { reserve } = anInstance();

    expect(sinceNoon(await times(4, () => reserve(endpoint, 4)))).toEqual([0, 250, 500, 750]);
    expect(sinceNoon([await reserve(endpoint, 4)])).toEqual([1_000]);
    expect(sinceNoon([await reserve(other, 4)])).toEqual([0]);
  });

  it('begins anew where its end has passed', async () => {
    const { anInstance, clock } = aWorld();
    const { reserve } = anInstance();
    await times(3, () => reserve(endpoint, 1));
    clock.advance(10_000);

    expect(sinceNoon(await times(2, () => reserve(endpoint, 1)))).toEqual([10_000, 11_000]);
  });

  it('gives no slot twice to many instances at once', async () => {
    const { anInstance } = aWorld();
    const instances = Array.from({ length: 30 }, anInstance);

    const slots = (await Promise.all(instances.map(({ reserve }) => times(10, () => reserve(endpoint, 100))))).flat();

    const sorted = slots.toSorted((one, two) => one - two);
    expect(sorted).toEqual(Array.from({ length: 300 }, (_, nth) => later(noon, 10 * nth)));
  });

  it('is written once for what one batch asks', async () => {
    const { anInstance, writes } = aWorld();
    const { reserve } = anInstance();
    await reserve(endpoint, 5);
    const before = writes();

    await times(10, () => reserve(endpoint, 5));

    expect(writes() - before).toBe(1);
  });
});

describe('a second of an endpoint', () => {
  it('takes as many attempts as its rate, of many instances at once', async () => {
    const { anInstance } = aWorld();
    const instances = Array.from({ length: 20 }, anInstance);

    const taken = (await Promise.all(instances.map(({ take }) => times(10, () => take(endpoint, 37))))).flat();

    expect(taken.filter(Boolean)).toHaveLength(37);
  });

  it('is followed by one that takes as many', async () => {
    const { anInstance, clock } = aWorld();
    const { take } = anInstance();
    clock.advance(990);

    const last = await times(3, () => take(endpoint, 2));
    clock.advance(10);
    const next = await times(3, () => take(endpoint, 2));

    expect([last, next]).toEqual([
      [true, true, false],
      [true, true, false],
    ]);
  });

  it('is not used by an attempt that would begin after its end', async () => {
    const { clock, dynamo } = aWorld();
    const table = tableOver(dynamo);
    let slow = 3;
    const late = {
      ...table,
      update: async (...given: Parameters<typeof table.update>) => {
        if (slow-- > 0) clock.advance(1_000);
        return table.update(...given);
      },
    };
    const { take } = endpointRateLimiter({ table: late, clock });

    expect(await take(endpoint, 1)).toBe(true);
    expect(await endpointRateLimiter({ table, clock }).take(endpoint, 1)).toBe(false);
    slow = 9;
    expect(await take(endpoint, 1)).toBe(false);
  });

  it('fails for all that ask together where the table is busy', async () => {
    const { dynamo, clock } = aWorld();
    const update = async () => {
      throw new Throttled('Busy.');
    };
    const { take } = endpointRateLimiter({ table: { ...tableOver(dynamo), update }, clock });

    const asked = await Promise.allSettled([take(endpoint, 1), take(endpoint, 1)]);

    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
