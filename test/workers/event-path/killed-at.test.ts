import { SECOND_MS } from '#shared/foundation/core/time';
import { anEventPath } from '#test/support/event-path';
import { onceAt, type Point } from '#test/support/event-path/fault-plans';
import { aReceiver } from '#test/support/event-path/receiver';
import { violations } from '#test/support/event-path/violations';
import { describe, expect, it } from '#test/support/jest';

/** One event for three receivers; one fails eight times, long enough for requeued messages and the sweeper. */
async function killedAt(point: Point, when: 'before' | 'after') {
  const { plan, passed } = onceAt(point, { kind: 'kill', when });
  const path = anEventPath({ faults: plan });
  const endpoints = [
    await path.anEndpoint(),
    await path.anEndpoint(),
    await path.anEndpoint({ receiver: aReceiver({ answers: [...Array(8).fill(500), 204] }) }),
  ];
  const happenedAt = path.clock.now();
  await path.happens();
  await path.untilQuiet();
  const sends = endpoints.reduce((sum, { receiver }) => sum + receiver.received.length, 0);
  const waitsMs = endpoints.map(({ receiver }) => (receiver.received[0]?.at ?? Number.NaN) - happenedAt);
  return {
    struck: passed.includes(point),
    sends,
    longestWaitMs: Math.max(...waitsMs),
    broken: await violations(path, { events: 1, endpoints }),
  };
}

describe('a function that is killed at a named point', () => {
  it.each([
    ['before it publishes to the bus', 'outbox-relay PutEvents 1', 'before'],
    ['after it published to the bus', 'outbox-relay PutEvents 1', 'after'],
    ['in the middle of a fan-out, after two of three deliveries', 'webhook-fanout PutItem 3', 'before'],
    ['before it removes the due marker', 'webhook-delivery UpdateItem 8', 'before'],
    ['after it removed the due marker', 'webhook-delivery UpdateItem 10', 'after'],
    ['after it took a place', 'webhook-delivery UpdateItem 1', 'after'],
    ['after it acquired the lease', 'webhook-delivery UpdateItem 4', 'after'],
    ['after it connected', 'webhook-delivery receiver 1', 'before'],
    ['after the receiver’s response', 'webhook-delivery receiver 1', 'after'],
    ['before the first attempt is recorded', 'webhook-delivery TransactWriteItems 1', 'before'],
    ['after the first attempt is recorded', 'webhook-delivery TransactWriteItems 1', 'after'],
    ['before a later attempt is recorded', 'webhook-delivery TransactWriteItems 10', 'before'],
    ['after a later attempt is recorded', 'webhook-delivery TransactWriteItems 10', 'after'],
    ['before the message for the next attempt', 'webhook-delivery SendMessageBatch 1', 'before'],
    ['after the message for the next attempt', 'webhook-delivery SendMessageBatch 1', 'after'],
    ['while it requeues an early message', 'webhook-delivery SendMessageBatch 3', 'before'],
    ['in the sweeper', 'sweeper SendMessageBatch 1', 'before'],
  ] as const)('loses nothing %s, and its first attempts are made within 45 seconds', async (_where, point, when) => {
    const { struck, sends, longestWaitMs, broken } = await killedAt(point, when);

    expect(struck).toBe(true);
    expect(broken).toEqual([]);
    expect(longestWaitMs).toBeLessThanOrEqual(45 * SECOND_MS);
    // Eleven requests without a kill, which may repeat those of its own batch.
    expect(sends).toBeLessThanOrEqual(11 + 3);
  });
});
