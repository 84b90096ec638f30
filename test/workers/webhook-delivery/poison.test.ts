import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { anEventPath } from '#test/support/event-path';
import { violations } from '#test/support/event-path/violations';

const ID = 'evt_01h455vb4pex5vsknk084sn02q';

const poison = [
  ['no JSON', '{"deliveryId":'],
  ['another shape', '[]'],
  ['an id of another kind', JSON.stringify({ deliveryId: ID.replace('evt', 'bot'), attempt: 1 })],
  ['attempt nought', JSON.stringify({ deliveryId: ID, attempt: 0 })],
  ['attempt twenty-two', JSON.stringify({ deliveryId: ID, attempt: 22 })],
  ['an attempt and a half', JSON.stringify({ deliveryId: ID, attempt: 1.5 })],
] as const;

describe('a message that the delivery cannot work on', () => {
  it.each(poison)('is given up after ten tries and disturbs no neighbour: %s', async (_what, body) => {
    const path = anEventPath();
    const endpoint = await path.anEndpoint();
    await path.happens();
    await path.relayOnce();
    await path.consumeOnce('fanout');
    await path.put('first', body);

    await path.consumeOnce('first');

    // In one batch with the sound one, which is done and deleted.
    expect(endpoint.receiver.received).toHaveLength(1);
    expect(path.sqs.messages('first').map((message) => message.body)).toEqual([body]);
    await path.untilQuiet();
    expect(path.sqs.messages('first-dead-letters').map((message) => message.body)).toEqual([body]);
    expect(await violations(path, { events: 1, endpoints: [endpoint] })).toEqual([]);
  });
});

describe('an endpoint whose secret opens for nobody', () => {
  it('stands still without holding up another, and no request goes out unsigned', async () => {
    const path = anEventPath();
    const broken = await path.anEndpoint();
    const sound = await path.anEndpoint();
    await path.change(broken.id, { sealedSecrets: [{ sealed: 'bm90IHNlYWxlZA==', until: null }] });
    await path.happens();

    await path.untilQuiet({ until: (path.clock.now() + 3_600_000) as ReturnType<typeof path.clock.now> });

    expect(broken.receiver.received).toEqual([]);
    expect(sound.receiver.received).toHaveLength(1);
    const statuses = (await path.all()).map(({ status }) => status).sort();
    expect(statuses).toEqual(['delivered', 'pending']);
  });
});

describe('a delivery that no version of this code wrote', () => {
  it('does not hold up its neighbours, and is looked at ever less often', async () => {
    const path = anEventPath();
    const endpoint = await path.anEndpoint();
    await path.happens();
    await path.relayOnce();
    await path.consumeOnce('fanout');
    const row = path.dynamo.items().find(({ type }) => type?.S === 'delivery');
    const broken = { ...row, pk: { S: ID }, state: { S: '{}' }, list_sk: { S: ID } };
    await path.dynamo.send(new PutItemCommand({ TableName: 'main', Item: broken }));
    await path.put('first', JSON.stringify({ deliveryId: ID, attempt: 1 }));

    await path.untilQuiet({ until: (path.clock.now() + 12 * 3_600_000) as ReturnType<typeof path.clock.now> });

    expect(endpoint.receiver.received).toHaveLength(1);
    expect(path.sqs.messages('first-dead-letters')).toHaveLength(1);
    const looks = path.lines.filter(({ worker, error }) => worker === 'sweeper' && error === 'UnreadableRow');
    expect(looks.length).toBeGreaterThan(8);
    expect(looks.length).toBeLessThan(25);
  });
});
