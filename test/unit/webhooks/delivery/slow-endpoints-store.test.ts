import { describe, expect, it } from '@jest/globals';
import type { WebhookEndpointId } from '#shared/core/ids';
import { dynamoTable } from '#shared/dynamodb/table';
import { withSlow } from '#shared/webhooks/delivery/rules/slow-endpoints';
import { slowEndpointList } from '#shared/webhooks/delivery/slow-endpoints-store';
import { noon } from '#test/support/api';
import { requestCounter } from '#test/support/aws/counting';
import { mainTableStandIn } from '#test/support/aws/dynamodb';

const one = 'whe_01h455vb4pex5vsknk084sn02q' as WebhookEndpointId;
const other = 'whe_01h455vb4pex5vsknk084sn03q' as WebhookEndpointId;

function aList() {
  const counter = requestCounter();
  return { list: slowEndpointList(dynamoTable(counter.watch(mainTableStandIn()), 'main')), counter };
}

describe('the list of slow endpoints', () => {
  it('is empty at first', async () => {
    expect(await aList().list.read()).toEqual({});
  });

  it('keeps what two processes learn at the same moment', async () => {
    const { list } = aList();

    await Promise.all([one, other].map((endpoint) => list.change((slow) => withSlow(slow, endpoint, noon))));

    expect(Object.keys(await list.read()).sort()).toEqual([one, other]);
  });

  it('is not written where nothing changes', async () => {
    const { list, counter } = aList();
    await list.change((slow) => withSlow(slow, one, noon));

    await list.change((slow) => withSlow(slow, one, noon));

    expect(counter.total.byOperation['PutItem']).toBe(1);
  });
});
