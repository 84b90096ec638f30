import { ConcurrencyLimit } from '#functions/workers/webhook-delivery/deliver';
import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import { SECOND_MS } from '#shared/foundation/core/time';
import { anEventPath } from '#test/support/event-path';
import { Container } from '#test/support/event-path/container';
import { deliveryIn } from '#test/support/event-path/workers';
import { describe, expect, it } from '#test/support/jest';

const slow = 'whe_01h455vb4pex5vsknk084sn02q' as WebhookEndpointId;
const other = 'whe_01h455vb4pex5vsknk084sn03q' as WebhookEndpointId;

const atTheLimit = () => {
  const limit = new ConcurrencyLimit();
  for (let each = 0; each < 20; each += 1) limit.acquire(slow);
  return limit;
};

describe('the concurrency limit of one endpoint in one process', () => {
  it('is twenty', () => {
    const limit = new ConcurrencyLimit();

    expect(Array.from({ length: 22 }, () => limit.acquire(slow))).toEqual([...Array(20).fill(true), false, false]);
  });

  it('does not apply to another endpoint', () => {
    expect(atTheLimit().acquire(other)).toBe(true);
  });

  it('allows one more request for each one released', () => {
    const limit = atTheLimit();

    limit.release(slow);

    expect([limit.acquire(slow), limit.acquire(slow)]).toEqual([true, false]);
  });

  it('stays twenty after a release without an acquire', () => {
    const limit = new ConcurrencyLimit();
    limit.release(slow);

    expect(Array.from({ length: 21 }, () => limit.acquire(slow)).filter((taken) => taken)).toHaveLength(20);
  });
});

describe('a batch of the slow queue with messages of one endpoint', () => {
  it('sends twenty concurrently and the rest a few seconds later, each once and without using up an attempt', async () => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint();
    for (let event = 0; event < 25; event += 1) await path.happens();
    await path.relayOnce();
    while (await path.consumeOnce('fanout'));
    while (path.sqs.messages('first').length > 0) await path.take('first');
    const bodies = (await path.all()).map(({ id }) => JSON.stringify({ deliveryId: id, attempt: 1 }));
    const record = (body: string, at: number) => ({
      ...{ messageId: `${at}`, receiptHandle: `${at}`, body, attributes: { ApproximateReceiveCount: '1' } },
      eventSourceARN: 'arn:aws:sqs:eu-central-1:000000000000:deliver-slow',
    });

    const deliver = deliveryIn(path, new Container('webhook-delivery', () => undefined, path.clock));
    await deliver({ Records: bodies.map(record) }, { getRemainingTimeInMillis: () => 20_000 });

    expect(receiver.received).toHaveLength(20);
    expect(path.lines.at(-1)).toMatchObject({ outcomes: { delivered: 20, 'at limit': 5 }, WakeUps: 25, Attempts: 20 });
    const again = path.sqs.messages('deliver-slow').map(({ visibleAt }) => (visibleAt - path.clock.now()) / SECOND_MS);
    expect(again).toHaveLength(5);
    expect(Math.min(...again)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...again)).toBeLessThanOrEqual(5);
    await path.untilQuiet();
    expect(receiver.received).toHaveLength(25);
    expect((await path.all()).map(({ status, attemptsCount }) => `${status} ${attemptsCount}`)).toEqual(
      Array(25).fill('delivered 1'),
    );
  });
});
