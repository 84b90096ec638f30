import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { HOUR_MS, later, SECOND_MS } from '#shared/core/time';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { believes } from '#test/support/event-path/receiver';
import { violations } from '#test/support/event-path/violations';

const ID = 'evt_01h455vb4pex5vsknk084sn02q';
const OWN = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const FAILS = { kind: 'throw', when: 'before' } as const;
const TOMORROW = ({ clock }: EventPath) => later(clock.now(), 24 * HOUR_MS);

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
  const scene = async () => {
    const path = anEventPath();
    const broken = await path.anEndpoint();
    const sound = await path.anEndpoint();
    const sealedSecrets = (await path.endpoint(broken.id)).sealedSecrets;
    await path.change(broken.id, { sealedSecrets: (await path.endpoint(sound.id)).sealedSecrets });
    await path.happens();
    const toBroken = async () => (await path.all()).find(({ endpointId }) => endpointId === broken.id);
    const mend = () => path.change(broken.id, { sealedSecrets });
    return { path, broken, sound, toBroken, mend };
  };

  it('shows each attempt as one that we failed, and no request goes out unsigned', async () => {
    const { path, broken, sound, toBroken } = await scene();

    await path.untilQuiet();

    expect(broken.receiver.received).toEqual([]);
    expect(sound.receiver.received).toHaveLength(1);
    const delivery = await toBroken();
    expect(delivery?.status).toBe('failed');
    const attempts = delivery ? await path.deliveries.attempts(delivery) : [];
    expect(attempts.map(({ error, responseStatus }) => `${error} ${responseStatus}`)).toEqual(
      Array(21).fill('render_error null'),
    );
    // It is no poison: nothing crashed, and nothing is left over.
    expect(path.sqs.messages('first-dead-letters')).toEqual([]);
    expect(path.waiting()).toEqual([]);
    expect(path.due()).toEqual([]);
  });

  it('is told of by ids and by which part of the request was missing', async () => {
    const { path, broken, toBroken } = await scene();

    await path.untilQuiet({ until: later(path.clock.now(), SECOND_MS) });

    expect(path.lines.filter(({ error }) => error === 'render_error')).toEqual([
      {
        level: 'ERROR',
        worker: 'webhook-delivery',
        deliveryId: (await toBroken())?.id,
        endpointId: broken.id,
        error: 'render_error',
        fault: 'secret',
      },
    ]);
  });

  it('gets everything at the next attempt once it is mended, with nobody asking', async () => {
    const { path, broken, mend } = await scene();
    await path.untilQuiet({ until: later(path.clock.now(), 3 * HOUR_MS) });

    await mend();
    await path.untilQuiet();

    expect(broken.receiver.received).toHaveLength(1);
    expect((await path.all()).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });

  it('gets what had failed for good when it is asked for', async () => {
    const { path, broken, toBroken, mend } = await scene();
    await path.untilQuiet();
    await mend();
    const failed = await toBroken();

    if (failed) await path.asksFor(failed.id);
    await path.untilQuiet();

    expect(broken.receiver.received.map(({ id }) => id)).toEqual([failed?.id]);
    expect((await toBroken())?.status).toBe('delivered');
  });

  it('is mended by its owner with a new secret, though the damaged one is still in force', async () => {
    const { path, broken, sound } = await scene();
    const { sealedSecrets: foreign } = await path.endpoint(sound.id);
    const fresh = await path.sealedFor(broken.id, OWN);
    await path.change(broken.id, {
      sealedSecrets: [{ sealed: fresh, until: null }, ...foreign.map((one) => ({ ...one, until: TOMORROW(path) }))],
    });

    await path.untilQuiet();

    const [received] = broken.receiver.received;
    expect(received && believes(OWN, received)).toEqual({ ours: 'genuine', plain: true, standard: true });
    expect(received?.headers['x-service-signature']?.match(/v1=/g)).toHaveLength(1);
  });
});

describe('while the key service fails for everybody', () => {
  it('no partner’s attempt is used up, and all is delivered once it is back', async () => {
    const outage = { over: false };
    const path = anEventPath({
      faults: ({ operation }) => (operation === 'Decrypt' && !outage.over ? FAILS : undefined),
    });
    const { receiver } = await path.anEndpoint();
    await path.happens();
    await path.untilQuiet({ until: later(path.clock.now(), 2 * HOUR_MS) });
    const [waiting] = await path.all();

    outage.over = true;
    await path.untilQuiet();

    expect(waiting).toMatchObject({ status: 'pending', attemptsCount: 0 });
    expect(path.sqs.messages('first-dead-letters').length).toBeGreaterThan(0);
    expect(receiver.received).toHaveLength(1);
    expect((await path.all()).map(({ status, attemptsCount }) => [status, attemptsCount])).toEqual([['delivered', 1]]);
  });

  it('a message comes back within the minute when the trouble is short', async () => {
    let failures = 2;
    const path = anEventPath({
      faults: ({ operation }) => {
        if (operation !== 'Decrypt' || failures === 0) return undefined;
        failures -= 1;
        return FAILS;
      },
    });
    const began = path.clock.now();
    const { receiver } = await path.anEndpoint();
    await path.happens();

    await path.untilQuiet();

    expect(receiver.received).toHaveLength(1);
    expect((receiver.received[0]?.at ?? Number.POSITIVE_INFINITY) - began).toBeLessThanOrEqual(2 * 36 * SECOND_MS);
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
