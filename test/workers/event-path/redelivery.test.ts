import { anEventPath } from '#test/support/event-path';
import { aReceiver } from '#test/support/event-path/receiver';
import { describe, expect, it } from '#test/support/jest';

async function aDelivered(answers: readonly number[] = [204]) {
  const path = anEventPath();
  const receiver = aReceiver({ answers });
  const endpoint = await path.anEndpoint({ receiver });
  await path.happens();
  await path.atThisMoment();
  const [delivery] = await path.all();
  if (!delivery) throw new Error('Nothing was delivered.');
  const triggers = async () =>
    (await path.deliveries.attempts((await path.all())[0] ?? delivery)).map(({ trigger }) => trigger);
  return { path, endpoint, delivery, received: receiver.received, triggers };
}

describe('a redelivery, from its job to the receiver', () => {
  it('is one manual attempt with the same id and body, and leaves nothing due', async () => {
    const { path, delivery, received, triggers } = await aDelivered();

    await path.asksFor(delivery.id);
    await path.untilQuiet();

    expect(await triggers()).toEqual(['automatic', 'manual']);
    expect(new Set(received.map(({ id, body }) => id + body)).size).toBe(1);
    expect(path.due()).toEqual([]);
  });

  it('is found by the sweeper if its message was lost, and sent once', async () => {
    const { path, delivery, received, triggers } = await aDelivered();

    await path.asksFor(delivery.id);
    await path.relayOnce();
    await path.lose();
    await path.untilQuiet();

    expect(await triggers()).toEqual(['automatic', 'manual']);
    expect(received).toHaveLength(2);
    expect(path.due()).toEqual([]);
  });

  it('is one attempt if its message comes twice in one batch', async () => {
    const { path, delivery, received, triggers } = await aDelivered();

    await path.asksFor(delivery.id);
    await path.relayOnce();
    const [asking] = path.waiting();
    await path.put('retry', asking?.body ?? '');
    await path.untilQuiet();

    expect(await triggers()).toEqual(['automatic', 'manual']);
    expect(received).toHaveLength(2);
    expect(path.due()).toEqual([]);
  });

  it('ends if the endpoint was disabled meanwhile', async () => {
    const { path, endpoint, delivery, received } = await aDelivered();

    await path.asksFor(delivery.id);
    await path.change(endpoint.id, { status: 'disabled' });
    await path.untilQuiet();

    expect(received).toHaveLength(1);
    expect(path.due()).toEqual([]);
  });

  it('is two attempts if it was requested twice', async () => {
    const { path, delivery, triggers } = await aDelivered();

    await path.asksFor(delivery.id);
    await path.asksFor(delivery.id);
    await path.untilQuiet();

    expect(await triggers()).toEqual(['automatic', 'manual', 'manual']);
    expect(path.due()).toEqual([]);
  });

  it('is queued with its endpoint as message group, so that many of them do not delay others', async () => {
    const { path, endpoint, delivery } = await aDelivered();

    await path.asksFor(delivery.id);
    await path.relayOnce();
    await path.consumeOnce('retry');

    expect(path.sqs.messages('retry').map(({ group }) => group)).toEqual([endpoint.id]);
    expect(path.due()).toHaveLength(1);
  });
});
