import { describe, expect, it } from '@jest/globals';
import { Seats } from '#functions/workers/webhook-delivery/seats';
import type { WebhookEndpointId } from '#shared/core/ids';
import { SECOND_MS } from '#shared/core/time';
import { anEventPath } from '#test/support/event-path';
import { Container } from '#test/support/event-path/container';
import { deliveryIn } from '#test/support/event-path/workers';

const slow = 'whe_01h455vb4pex5vsknk084sn02q' as WebhookEndpointId;
const other = 'whe_01h455vb4pex5vsknk084sn03q' as WebhookEndpointId;

const allTaken = () => {
  const seats = new Seats();
  for (let each = 0; each < 20; each += 1) seats.take(slow);
  return seats;
};

describe('the places of one endpoint in one process', () => {
  it('are twenty', () => {
    const seats = new Seats();

    expect(Array.from({ length: 22 }, () => seats.take(slow))).toEqual([...Array(20).fill(true), false, false]);
  });

  it('leave those of another alone', () => {
    expect(allTaken().take(other)).toBe(true);
  });

  it('are free again one by one', () => {
    const seats = allTaken();

    seats.leave(slow);

    expect([seats.take(slow), seats.take(slow)]).toEqual([true, false]);
  });

  it('are no more than twenty after somebody has left who never sat', () => {
    const seats = new Seats();
    seats.leave(slow);

    expect(Array.from({ length: 21 }, () => seats.take(slow)).filter((taken) => taken)).toHaveLength(20);
  });
});

describe('a batch of the slow lane with one endpoint’s messages alone', () => {
  it('sends twenty at once and the rest a few seconds later, each once and with no attempt used up', async () => {
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
    expect(path.lines.at(-1)).toMatchObject({ outcomes: { delivered: 20, 'no room': 5 }, WakeUps: 25, Attempts: 20 });
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
