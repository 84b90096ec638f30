import { describe, expect, it, jest } from '@jest/globals';
import { anEventPath } from '#test/support/event-path';
import { onceAt, type Point } from '#test/support/event-path/fault-plans';
import { aReceiver } from '#test/support/event-path/receiver';
import { violations } from '#test/support/event-path/violations';

jest.setTimeout(120_000);

/** One event for three receivers; one of them fails eight times, long enough for hops and for the sweeper. */
async function killedAt(point: Point, when: 'before' | 'after') {
  const { plan, passed } = onceAt(point, { kind: 'kill', when });
  const path = anEventPath({ faults: plan });
  const endpoints = [
    await path.anEndpoint(),
    await path.anEndpoint(),
    await path.anEndpoint({ receiver: aReceiver({ answers: [...Array(8).fill(500), 204] }) }),
  ];
  await path.happens();
  await path.untilQuiet();
  const sends = endpoints.reduce((sum, { receiver }) => sum + receiver.received.length, 0);
  return { struck: passed.includes(point), sends, broken: await violations(path, { events: 1, endpoints }) };
}

describe('a function that is killed, at each point that has a name', () => {
  it.each([
    ['before it tells the bus', 'outbox-relay PutEvents 1', 'before'],
    ['after it told the bus', 'outbox-relay PutEvents 1', 'after'],
    ['in the middle of a fan-out, after two of three deliveries', 'webhook-fanout PutItem 4', 'before'],
    ['before it takes the due marker away', 'webhook-fanout UpdateItem 1', 'before'],
    ['after it took the due marker away', 'webhook-fanout UpdateItem 1', 'after'],
    ['after the claim', 'webhook-delivery UpdateItem 1', 'after'],
    ['after it connected', 'webhook-delivery receiver 1', 'before'],
    ['after the receiver’s answer', 'webhook-delivery receiver 1', 'after'],
    ['after the first attempt is on record', 'webhook-delivery PutItem 1', 'after'],
    ['before the transaction of a later attempt', 'webhook-delivery TransactWriteItems 1', 'before'],
    ['after the transaction of a later attempt', 'webhook-delivery TransactWriteItems 1', 'after'],
    ['before the wake-up', 'webhook-delivery SendMessageBatch 1', 'before'],
    ['after the wake-up', 'webhook-delivery SendMessageBatch 1', 'after'],
    ['in a hop', 'webhook-delivery SendMessageBatch 3', 'before'],
    ['in the sweeper', 'sweeper SendMessageBatch 1', 'before'],
  ] as const)('loses nothing %s', async (_where, point, when) => {
    const { struck, sends, broken } = await killedAt(point, when);

    expect(struck).toBe(true);
    expect(broken).toEqual([]);
    // Eleven without a kill, which may repeat those of its own batch.
    expect(sends).toBeLessThanOrEqual(11 + 3);
  });
});
