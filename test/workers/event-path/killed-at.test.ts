import { describe, expect, it, jest } from '@jest/globals';
import { anEventPath } from '#test/support/event-path';
import { onceAt, type Point } from '#test/support/event-path/fault-plans';
import { aReceiver } from '#test/support/event-path/receiver';
import { violations } from '#test/support/event-path/violations';

jest.setTimeout(120_000);

/** One event for three receivers; one fails eight times, long enough for requeued messages and the sweeper. */
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

describe('a function that is killed at a named point', () => {
  it.each([
    ['before it publishes to the bus', 'outbox-relay PutEvents 1', 'before'],
    ['after it published to the bus', 'outbox-relay PutEvents 1', 'after'],
    ['in the middle of a fan-out, after two of three deliveries', 'webhook-fanout PutItem 4', 'before'],
    ['before it removes the due marker', 'webhook-fanout UpdateItem 1', 'before'],
    ['after it removed the due marker', 'webhook-fanout UpdateItem 1', 'after'],
    ['after it acquired the lease', 'webhook-delivery UpdateItem 1', 'after'],
    ['after it connected', 'webhook-delivery receiver 1', 'before'],
    ['after the receiver’s response', 'webhook-delivery receiver 1', 'after'],
    ['after the first attempt is recorded', 'webhook-delivery PutItem 1', 'after'],
    ['before the transaction of a later attempt', 'webhook-delivery TransactWriteItems 1', 'before'],
    ['after the transaction of a later attempt', 'webhook-delivery TransactWriteItems 1', 'after'],
    ['before the message for the next attempt', 'webhook-delivery SendMessageBatch 1', 'before'],
    ['after the message for the next attempt', 'webhook-delivery SendMessageBatch 1', 'after'],
    ['while it requeues an early message', 'webhook-delivery SendMessageBatch 3', 'before'],
    ['in the sweeper', 'sweeper SendMessageBatch 1', 'before'],
  ] as const)('loses nothing %s', async (_where, point, when) => {
    const { struck, sends, broken } = await killedAt(point, when);

    expect(struck).toBe(true);
    expect(broken).toEqual([]);
    // Eleven requests without a kill, which may repeat those of its own batch.
    expect(sends).toBeLessThanOrEqual(11 + 3);
  });
});
