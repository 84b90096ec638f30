import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { WebhookEndpointId } from '#shared/core/ids';
import { SECOND_MS } from '#shared/core/time';
import { endpointPlaces } from '#shared/webhooks/delivery/endpoint-places';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { aReceiver } from '#test/support/event-path/receiver';
import { describe, expect, it } from '#test/support/jest';

const placesIn = ({ table, clock }: EventPath) => endpointPlaces({ table, clock, most: { first: 2, retry: 2 } });

const outcomesOf = ({ lines }: EventPath) =>
  lines.flatMap(({ worker, outcomes }) => (worker === 'webhook-delivery' && outcomes ? [outcomes] : []));

async function anEndpointWithout(places: number) {
  const path = anEventPath();
  const endpoint = await path.anEndpoint();
  for (let taken = 0; taken < places; taken += 1) await placesIn(path).take({ endpoint: endpoint.id, queue: 'first' });
  return { path, endpoint };
}

describe('an endpoint whose places in the queue of first attempts are all taken', () => {
  it('has its next first attempt made from the slow queue at once, without using up an attempt', async () => {
    const { path, endpoint } = await anEndpointWithout(2);

    await path.happens();
    await path.atThisMoment();

    expect(outcomesOf(path)).toEqual([{ rerouted: 1 }, { delivered: 1 }]);
    expect((await path.all()).map(({ status, attemptsCount }) => [status, attemptsCount])).toEqual([['delivered', 1]]);
    expect(endpoint.receiver.received).toHaveLength(1);
  });

  it('does not hold up another endpoint', async () => {
    const { path } = await anEndpointWithout(2);
    await path.anEndpoint();

    await path.happens();
    await path.atThisMoment();

    expect(outcomesOf(path)[0]).toEqual({ rerouted: 1, delivered: 1 });
  });

  it('has its first attempts in the queue of retries limited, too', async () => {
    const path = anEventPath();
    const endpoint = await path.anEndpoint({ receiver: aReceiver({ takesMs: () => 1_000 }) });
    await path.happens();
    await path.atThisMoment();
    for (const _time of [1, 2]) await placesIn(path).take({ endpoint: endpoint.id, queue: 'retry' });
    path.clock.advance(SECOND_MS);
    await path.happens();
    await path.atThisMoment();

    expect(outcomesOf(path)).toEqual([{ delivered: 1 }, { rerouted: 1 }, { rerouted: 1 }, { delivered: 1 }]);
  });

  it('has its retries made from the queue of retries', async () => {
    const path = anEventPath();
    const endpoint = await path.anEndpoint({ receiver: aReceiver({ answers: [500, 204] }) });
    await path.happens();
    await path.atThisMoment();
    for (const _time of [1, 2]) await placesIn(path).take({ endpoint: endpoint.id, queue: 'first' });

    await path.untilQuiet();

    expect(outcomesOf(path)).toEqual([{ retrying: 1 }, { delivered: 1 }]);
  });
});

describe('a batch of first attempts', () => {
  it('takes one place for all its requests to an endpoint, and gives it back at its end', async () => {
    const { path, endpoint } = await anEndpointWithout(1);
    for (let event = 0; event < 8; event += 1) await path.happens();
    await path.atThisMoment();

    expect(outcomesOf(path)).toEqual([{ delivered: 8 }]);
    expect(await takenBy(path, endpoint.id)).toBe(1);
  });

  it('is sent where its places cannot be counted', async () => {
    const { path, endpoint } = await anEndpointWithout(0);
    const Item = { pk: { S: `PLACES#first#${endpoint.id}` }, sk: { S: '.' }, used: { S: 'no number' } };
    await path.dynamo.send(new PutItemCommand({ TableName: 'main', Item }));

    await path.happens();
    await path.untilQuiet();

    expect(endpoint.receiver.received).toHaveLength(1);
  });
});

/** How many of its places an endpoint has. */
async function takenBy(path: EventPath, endpoint: WebhookEndpointId): Promise<number> {
  let free = 0;
  while (await placesIn(path).take({ endpoint, queue: 'first' })) free += 1;
  return 2 - free;
}
