import { randomBytes } from 'node:crypto';
import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import { later } from '#shared/foundation/core/time';
import { typeIds } from '#shared/foundation/platform/type-ids';
import { afterAttempt, MOST_LISTED, type SlowEndpoints } from '#shared/webhooks/delivery/rules/slow-endpoints';
import { slowEndpointList } from '#shared/webhooks/delivery/slow-endpoints-store';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { requestCounter } from '#test/support/request-counter';

const one = 'whe_01h455vb4pex5vsknk084sn02q' as WebhookEndpointId;
const other = 'whe_01h455vb4pex5vsknk084sn03q' as WebhookEndpointId;

const withSlow = (listed: SlowEndpoints, endpoint: WebhookEndpointId) =>
  afterAttempt(listed, { endpoint, durationMs: 10_000, recent: [10_000], now: noon });

function aList() {
  const counter = requestCounter();
  const dynamo = inMemoryMainTable();
  return { list: slowEndpointList(tableOver(counter.watch(dynamo))), counter, dynamo };
}

describe('the list of slow endpoints', () => {
  it('is empty at first', async () => {
    expect(await aList().list.read()).toEqual({});
  });

  it('keeps what two processes learn at the same moment', async () => {
    const { list } = aList();

    await Promise.all([one, other].map((endpoint) => list.change((slow) => withSlow(slow, endpoint))));

    expect(Object.keys(await list.read()).sort()).toEqual([one, other]);
  });

  it('is stored with `pace` and `sluggish`, as in rows already written', async () => {
    const { list, dynamo } = aList();
    const until = later(noon, 1);

    await list.change(() => ({ [one]: { latency: 'degraded', until }, [other]: { latency: 'slow', until } }));

    const [item] = dynamo.items();
    expect(JSON.parse(item?.['state']?.S ?? '')).toEqual({
      [one]: { pace: 'sluggish', until },
      [other]: { pace: 'slow', until },
    });
  });

  it('takes a row of less than 100 KB when it is full', async () => {
    const { list, dynamo } = aList();
    const ids = typeIds({ now: () => noon, randomBytes });
    const full = Object.fromEntries(
      Array.from({ length: MOST_LISTED }, (_, nth) => [
        ids.make('whe'),
        { latency: 'slow', until: later(noon, nth * 137) } as const,
      ]),
    );

    await list.change(() => full);

    const [item] = dynamo.items();
    expect(item?.['state']?.B?.byteLength).toBeLessThan(100_000);
    expect(await list.read()).toEqual(full);
  });

  it('is not written where nothing changes', async () => {
    const { list, counter } = aList();
    await list.change((slow) => withSlow(slow, one));

    await list.change((slow) => withSlow(slow, one));

    expect(counter.total.byOperation['PutItem']).toBe(1);
  });
});
