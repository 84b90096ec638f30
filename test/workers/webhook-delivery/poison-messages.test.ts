import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { HOUR_MS, later, SECOND_MS } from '#shared/foundation/core/time';
import { duePartition } from '#shared/foundation/dynamodb/keys';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { believes } from '#test/support/event-path/receiver';
import { violations } from '#test/support/event-path/violations';
import { describe, expect, it } from '#test/support/jest';

const ID = 'evt_01h455vb4pex5vsknk084sn02q';
const OWN = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const FAILS = { kind: 'throw', when: 'before' } as const;
const TOMORROW = ({ clock }: EventPath) => later(clock.now(), 24 * HOUR_MS);

const poison = [
  ['no JSON', '{"deliveryId":'],
  ['another shape', '[]'],
  ['an id of another kind', JSON.stringify({ deliveryId: ID.replace('evt', 'bot'), attempt: 1 })],
  ['attempt zero', JSON.stringify({ deliveryId: ID, attempt: 0 })],
  ['attempt twenty-two', JSON.stringify({ deliveryId: ID, attempt: 22 })],
  ['an attempt and a half', JSON.stringify({ deliveryId: ID, attempt: 1.5 })],
] as const;

describe('a message that cannot be parsed', () => {
  it.each(poison)(
    'reaches the dead-letter queue after ten tries and does not affect its batch: %s',
    async (_what, body) => {
      const path = anEventPath();
      const endpoint = await path.anEndpoint();
      await path.happens();
      await path.relayOnce();
      await path.consumeOnce('fanout');
      await path.put('first', body);

      await path.consumeOnce('first');

      // In one batch with a valid message, which is processed and deleted.
      expect(endpoint.receiver.received).toHaveLength(1);
      expect(path.sqs.messages('first').map((message) => message.body)).toEqual([body]);
      await path.untilQuiet();
      expect(path.sqs.messages('first-dead-letters').map((message) => message.body)).toEqual([body]);
      expect(await violations(path, { events: 1, endpoints: [endpoint] })).toEqual([]);
    },
  );
});

describe('an endpoint whose secret does not decrypt', () => {
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

  it('has each attempt recorded as render_error, and no request is sent unsigned', async () => {
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
    // It is no poison message: nothing failed, and nothing is left over.
    expect(path.sqs.messages('first-dead-letters')).toEqual([]);
    expect(path.waiting()).toEqual([]);
    expect(path.due()).toEqual([]);
  });

  it('is logged with ids and the missing part of the request', async () => {
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

  it('gets every delivery at its next attempt after the repair, without a redelivery', async () => {
    const { path, broken, mend } = await scene();
    await path.untilQuiet({ until: later(path.clock.now(), 3 * HOUR_MS) });

    await mend();
    await path.untilQuiet();

    expect(broken.receiver.received).toHaveLength(1);
    expect((await path.all()).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });

  it('gets failed deliveries when they are redelivered', async () => {
    const { path, broken, toBroken, mend } = await scene();
    await path.untilQuiet();
    await mend();
    const failed = await toBroken();

    if (failed) await path.asksFor(failed.id);
    await path.untilQuiet();

    expect(broken.receiver.received.map(({ id }) => id)).toEqual([failed?.id]);
    expect((await toBroken())?.status).toBe('delivered');
  });

  it('is repaired by a new secret, although the damaged one is still valid', async () => {
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

describe('while KMS fails for every endpoint', () => {
  it('no attempt is used up, and every delivery is sent when KMS is back', async () => {
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

  it('a message returns within a minute after a short failure', async () => {
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

describe('a delivery row that cannot be parsed', () => {
  it('does not block others, and is retried less and less often', async () => {
    const path = anEventPath();
    const endpoint = await path.anEndpoint();
    await path.happens();
    await path.relayOnce();
    await path.consumeOnce('fanout');
    const row = path.dynamo.items().find(({ type }) => type?.S === 'delivery');
    const due = { due_pk: { S: duePartition(ID) }, due_at: { N: String(path.clock.now() + 2 * 60 * SECOND_MS) } };
    const broken = { ...row, ...due, pk: { S: ID }, state: { S: '{}' }, list_sk: { S: ID } };
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
