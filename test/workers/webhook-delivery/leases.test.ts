import { later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { onceAt } from '#test/support/event-path/fault-plans';
import { type Answer, aReceiver } from '#test/support/event-path/receiver';
import { describe, expect, it } from '#test/support/jest';

/** An event after its first attempt. */
async function aScene(answers: readonly Answer[]) {
  const path = anEventPath();
  const endpoint = await path.anEndpoint({ receiver: aReceiver({ answers }) });
  await path.happens();
  await path.atThisMoment();
  return { path, endpoint, delivery: await theOnly(path), received: endpoint.receiver.received };
}

async function theOnly(path: EventPath): Promise<Delivery> {
  const [delivery] = await path.all();
  if (!delivery) throw new Error('There is no delivery.');
  return delivery;
}

const messageFor = ({ id }: Delivery, attempt: number) => JSON.stringify({ deliveryId: id, attempt });

/** The outcomes of each batch, in order. */
const outcomesOf = ({ lines }: EventPath) =>
  lines.flatMap(({ worker, outcomes }) => (worker === 'webhook-delivery' && outcomes ? [outcomes] : []));

describe('a queue message', () => {
  it('for a delivery that has ended is dropped: done', async () => {
    const { path, delivery, received } = await aScene([204]);

    await path.put('retry', messageFor(delivery, 1));
    await path.untilQuiet();

    expect(outcomesOf(path)).toEqual([{ delivered: 1 }, { done: 1 }]);
    expect(received).toHaveLength(1);
  });

  it('beside another with the lease is dropped: leased', async () => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint();
    await path.happens();
    await path.relayOnce();
    await path.consumeOnce('fanout');
    await path.put('retry', messageFor(await theOnly(path), 1));

    await path.untilQuiet();

    expect(outcomesOf(path)).toContainEqual({ leased: 1 });
    expect(receiver.received).toHaveLength(1);
  });

  it('before the attempt is due is queued again for the remaining delay: early', async () => {
    const { path, delivery, received } = await aScene([500, 204]);

    await path.put('retry', messageFor(delivery, 2));
    await path.untilQuiet();

    expect(outcomesOf(path)).toContainEqual({ early: 1 });
    expect(received).toHaveLength(2);
    expect((received[1]?.at ?? 0) - (received[0]?.at ?? 0)).toBeGreaterThanOrEqual(27 * SECOND_MS);
  });

  it('for an attempt that was recorded is dropped: stale', async () => {
    const { path, delivery, received } = await aScene([500, 204]);

    await path.put('retry', messageFor(delivery, 1));
    await path.atThisMoment();

    expect(outcomesOf(path)).toEqual([{ retrying: 1 }, { stale: 1 }]);
    expect(received).toHaveLength(1);
    expect(path.sent).toHaveLength(2);
  });

  it('for a delivery that does not exist is dropped', async () => {
    const path = anEventPath();

    await path.put('first', JSON.stringify({ deliveryId: 'evt_01h455vb4pex5vsknk084sn02q', attempt: 1 }));
    await path.untilQuiet();

    expect(outcomesOf(path)).toEqual([{ gone: 1 }]);
  });
});

describe('an invocation killed between its record and the message for the next attempt', () => {
  const scene = async () => {
    const { plan } = onceAt('webhook-delivery SendMessageBatch 1', { kind: 'kill', when: 'before' });
    const path = anEventPath({ faults: plan });
    const { receiver } = await path.anEndpoint({ receiver: aReceiver({ answers: [500, 204] }) });
    await path.happens();
    return { path, received: receiver.received };
  };

  it('is repaired by its own message, received again, without the sweeper', async () => {
    const { path, received } = await scene();

    await path.untilQuiet({ sweeping: false });

    expect(outcomesOf(path)).toEqual([{ requeueNext: 1 }, { delivered: 1 }]);
    expect(received).toHaveLength(2);
  });

  it('is repaired once, with any number of duplicates', async () => {
    const { path, received } = await scene();
    await path.atThisMoment();
    const delivery = await theOnly(path);
    for (let copy = 0; copy < 20; copy += 1) await path.put('first', messageFor(delivery, 1), 130);

    await path.untilQuiet({ sweeping: false });

    // The first message, the one that repairs, and none for the copies, which are received for the first time.
    expect(path.sent).toHaveLength(2);
    expect(received).toHaveLength(2);
  });
});

describe('an error while a delivery is leased', () => {
  it.each(['UpdateItem 1', 'BatchGetItem 2', 'Decrypt 1', 'TransactWriteItems 1'])(
    'returns the message after the lease has ended, without the sweeper (%s)',
    async (step) => {
      const when = step.startsWith('UpdateItem') ? 'after' : 'before';
      for (const seed of [1, 2, 3, 4, 5, 6]) {
        const { plan } = onceAt(`webhook-delivery ${step}`, { kind: 'throw', when });
        const path = anEventPath({ seed, faults: plan });
        await path.anEndpoint();
        await path.happens();

        await path.untilQuiet({ sweeping: false, until: later(path.clock.now(), MINUTE_MS) });

        expect(await path.all()).toMatchObject([{ status: 'delivered', attemptsCount: 1 }]);
        expect(path.waiting()).toEqual([]);
      }
    },
  );

  it('waits longer than an error before the lease', async () => {
    const { plan } = onceAt('webhook-delivery BatchGetItem 1', { kind: 'throw', when: 'before' });
    const path = anEventPath({ faults: plan });
    const { receiver } = await path.anEndpoint();
    const start = path.clock.now();
    await path.happens();

    await path.untilQuiet({ sweeping: false });

    const waited = (receiver.received[0]?.at ?? 0) - start;
    expect(waited).toBeGreaterThanOrEqual(5 * SECOND_MS);
    expect(waited).toBeLessThanOrEqual(36 * SECOND_MS);
  });
});

describe('a write whose response was lost, so that the SDK repeats it', () => {
  it.each(['UpdateItem 1', 'TransactWriteItems 1', 'TransactWriteItems 2'])(
    'is recognized as our own, and the schedule continues without the sweeper (%s)',
    async (step) => {
      const { plan } = onceAt(`webhook-delivery ${step}`, { kind: 'resend' });
      const path = anEventPath({ faults: plan });
      const { receiver } = await path.anEndpoint({ receiver: aReceiver({ answers: [500, 500, 204] }) });
      await path.happens();

      await path.untilQuiet({ sweeping: false });

      expect(receiver.received).toHaveLength(3);
      expect(await path.all()).toMatchObject([{ status: 'delivered', attemptsCount: 3 }]);
    },
  );
});

describe('duplicated messages', () => {
  it.each([0, 1, 40, 200])('send each attempt once (the copy %i seconds later)', async (seconds) => {
    const copied = new Set<number>();
    let received = 0;
    const path = anEventPath({
      duplicates: () => {
        received += 1;
        if (copied.has(received)) return undefined;
        // A message that follows from a copy is not copied.
        return copied.size < 8 && copied.add(received) ? seconds : undefined;
      },
    });
    const { receiver } = await path.anEndpoint({ receiver: aReceiver({ answers: [500, 500, 204] }) });
    await path.happens();

    await path.untilQuiet();

    expect(receiver.received).toHaveLength(3);
    expect(await path.all()).toMatchObject([{ status: 'delivered', attemptsCount: 3 }]);
  });
});

describe('an invocation that ends soon', () => {
  it('starts no request with less than twelve seconds left', async () => {
    const { plan } = onceAt('webhook-delivery UpdateItem 1', { kind: 'stall', seconds: 9 });
    const path = anEventPath({ faults: plan });
    const { receiver } = await path.anEndpoint();
    await path.happens();

    await path.atThisMoment();
    expect(receiver.received).toEqual([]);
    await path.untilQuiet({ sweeping: false });

    expect(receiver.received).toHaveLength(1);
    expect(path.lines).toContainEqual(expect.objectContaining({ error: 'FailedUnderLease', cause: 'NotEnoughTime' }));
  });
});

describe('a requested redelivery', () => {
  const asked = ({ id }: Delivery, token: string) => JSON.stringify({ deliveryId: id, manual: true, token });

  it('sends the same body once more, and is recorded as manual', async () => {
    const { path, delivery, received } = await aScene([204]);

    await path.put('retry', asked(delivery, 'one'));
    await path.untilQuiet();

    const attempts = await path.deliveries.attempts(await theOnly(path));
    expect(attempts.map(({ trigger }) => trigger)).toEqual(['automatic', 'manual']);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  it('leaves the schedule unchanged when it fails', async () => {
    const { path, delivery, received } = await aScene([500, 500, 204]);

    await path.put('retry', asked(delivery, 'one'), 5);
    await path.untilQuiet();

    expect(received).toHaveLength(3);
    expect((received[2]?.at ?? 0) - (received[0]?.at ?? 0)).toBeLessThanOrEqual(34 * SECOND_MS);
  });

  it('waits for the end of another lease, and is not lost', async () => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint();
    // From then on the function knows whose workspace it is, and leases a first attempt as soon as a redelivery.
    await path.happens();
    await path.untilQuiet();
    await path.happens();
    await path.relayOnce();
    await path.consumeOnce('fanout');
    const waiting = (await path.all()).filter(({ status }) => status === 'pending');
    for (const delivery of waiting) await path.put('retry', asked(delivery, 'one'));

    await path.untilQuiet();

    expect(outcomesOf(path)).toContainEqual({ leased: 1 });
    expect([waiting.length, receiver.received.length]).toEqual([1, 3]);
  });

  it('sends once when its message comes twice', async () => {
    const { path, delivery, received } = await aScene([204]);

    await path.put('retry', asked(delivery, 'one'));
    await path.put('retry', asked(delivery, 'one'), 50);
    await path.put('retry', asked(delivery, 'two'), 100);
    await path.untilQuiet();

    expect(received).toHaveLength(3);
    expect(outcomesOf(path).at(-2)).toEqual({ done: 1 });
  });
});
