import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/foundation/core/time';
import { getWebhookEventContract, listWebhookEventsContract } from '#shared/webhooks/delivery/contract';
import { believes } from '#test/support/event-path/receiver';
import { expectSuccess } from '#test/support/expect-response';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { anOrderWebhookWorld } from './a-webhook-of-an-order.ts';

const FAILING = {
  translate: async () => ({ status: 'failed', reason: 'translation_failed', detail: '' }) as const,
};
const typesOf = (received: readonly { readonly body: string }[]) => received.map(({ body }) => JSON.parse(body).type);

describe('the `webhook_url` of an order', () => {
  it('gets `order.fulfilled`, signed with the secret that the creation showed', async () => {
    const { orderWithWebhook, worker, deliver, receiver, eventsOf, owner, readOrder, callAny } =
      await anOrderWebhookWorld();
    const { id, webhook_secret: secret } = await orderWithWebhook();

    await worker.untilQuiet();
    await deliver();

    const [received, ...others] = receiver.received;
    expect(others).toEqual([]);
    expect(received && believes(secret, received)).toEqual({ ours: 'genuine', plain: true, standard: true });
    expect(received?.headers['x-service-event']).toBe('order.fulfilled');
    const sent = JSON.parse(received?.body ?? '');
    expect(sent).toMatchObject({ type: 'order.fulfilled', data: { object: await readOrder(id) } });
    const [event] = await eventsOf();
    expect(event).toMatchObject({
      ...{ id: received?.id, type: 'order.fulfilled', webhook_endpoint_id: null, url: receiver.url },
      ...{ delivery_status: 'delivered', attempts_count: 1, api_version: '2026-10-12' },
    });
    const listed = await callAny('GET', `/webhook_events?workspace_id=${owner.workspaceId}`, { key: owner.key });
    expectSuccess(listWebhookEventsContract, listed, 200);
    const read = await callAny('GET', `/webhook_events/${event.id}`, { key: owner.key });
    expect(expectSuccess(getWebhookEventContract, read, 200).data).toEqual(sent.data);
  });

  it('is counted as a delivered webhook of the workspace once, after a refusal and a redelivery', async () => {
    const made = await anOrderWebhookWorld({ answers: [500, 204, 204] });
    const { orderWithWebhook, worker, deliver, deliverFor, eventsOf, redeliver, callAny, owner, receiver } = made;
    await orderWithWebhook();
    await worker.untilQuiet();
    await deliver();
    await deliverFor(2 * MINUTE_MS);
    const [event] = await eventsOf();
    await redeliver(event.id);
    await deliver();

    const { body } = await callAny('GET', `/usage?workspace_id=${owner.workspaceId}&by=kind`, { key: owner.key });

    expect(receiver.received).toHaveLength(3);
    expect(body.data).toContainEqual({ day: null, member_id: null, kind: 'webhooks_delivered', quantity: 1 });
  });

  it('gets `order.failed` where no operation made a text', async () => {
    const { orderWithWebhook, worker, deliver, receiver } = await anOrderWebhookWorld({ translator: FAILING });
    await orderWithWebhook();

    await worker.untilQuiet();
    await deliver();

    expect(typesOf(receiver.received)).toEqual(['order.failed']);
  });

  it('gets `order.canceled` of a draft, too', async () => {
    const { orderWithWebhook, act, deliver, receiver } = await anOrderWebhookWorld();
    const { id } = await orderWithWebhook({ confirm: false });

    await act(id, 'cancel');
    await deliver();

    expect(typesOf(receiver.received)).toEqual(['order.canceled']);
  });

  it('gets nothing of a draft that expires, of other orders, and of texts', async () => {
    const { orderWithWebhook, order, worker, deliver, receiver, eventsOf, world, readOrder } =
      await anOrderWebhookWorld();
    const { id } = await orderWithWebhook({ confirm: false });
    await order({ target_languages: ['de'] });
    await worker.untilQuiet();
    world.clock.advance(7 * DAY_MS);
    await worker.untilQuiet();

    await deliver();

    expect((await readOrder(id)).state).toBe('expired');
    expect(receiver.received).toEqual([]);
    expect(await eventsOf()).toEqual([]);
  });

  it('gets the order at the version of the request that made it, not of the request that confirms it', async () => {
    const { orderWithWebhook, act, worker, deliver, receiver, eventsOf } = await anOrderWebhookWorld();
    const { id } = await orderWithWebhook({ confirm: false }, { 'service-version': '2026-10-09' });

    await act(id, 'confirm');
    await worker.untilQuiet();
    await deliver();

    const { object } = JSON.parse(receiver.received[0]?.body ?? '').data;
    expect(object).toMatchObject({ id, outputsIds: expect.any(Array) });
    expect(object).not.toHaveProperty('outputs_ids');
    expect(await eventsOf()).toMatchObject([{ api_version: '2026-10-09' }]);
  });

  it('is tried 21 times, then the event is `failed`, which the endpoints hear, and can be redelivered', async () => {
    const failing = [...Array<number>(21).fill(500), 204];
    const { orderWithWebhook, act, deliver, deliverFor, receiver, eventsOf, redeliver, callAny, owner } =
      await anOrderWebhookWorld({ answers: failing });
    const endpoint = {
      workspace_id: owner.workspaceId,
      url: 'https://alerts.test/',
      enabled_events: ['webhook_event.failed'],
    };
    await callAny('POST', '/webhook_endpoints', { key: owner.key, body: endpoint });
    const { id } = await orderWithWebhook({ confirm: false });
    await act(id, 'cancel');
    await deliver();
    await deliverFor(15 * HOUR_MS);

    const [failed] = await eventsOf('&delivery_status=failed');
    const [announced] = await eventsOf('&type=webhook_event.failed');
    const asked = await redeliver(failed.id);
    await deliver();

    expect(failed).toMatchObject({ attempts_count: 21, webhook_endpoint_id: null, next_attempt_at: null });
    expect(announced).toMatchObject({ webhook_endpoint_id: expect.stringMatching(/^whe_/) });
    expect(asked.status).toBe(202);
    expect(await eventsOf(`&type=order.canceled`)).toMatchObject([
      { delivery_status: 'delivered', attempts_count: 22 },
    ]);
    expect(receiver.received).toHaveLength(22);
    expect(new Set(receiver.received.map(({ id: event, body }) => event + body)).size).toBe(1);
  });

  it('has neither statistics nor health, and shares a message group with the others of its workspace', async () => {
    const { orderWithWebhook, act, deliver, services, owner } = await anOrderWebhookWorld({ answers: [500] });
    const { id } = await orderWithWebhook({ confirm: false });
    await act(id, 'cancel');

    await deliver();

    const kept = services.dynamo.items().map(({ type }) => type?.S);
    expect(kept).toContain('delivery');
    expect(kept.filter((type) => type === 'endpoint_stats' || type === 'failure_streak')).toEqual([]);
    expect(services.sqs.messages('retry').map(({ group }) => group)).toEqual([owner.workspaceId]);
  });

  it('leaves neither its secret nor its URL in a log line or a message', async () => {
    const { orderWithWebhook, act, deliver, deliverFor, services, receiver, world } = await anOrderWebhookWorld({
      answers: [500],
    });
    const { id, webhook_secret: secret } = await orderWithWebhook({ confirm: false });
    await act(id, 'cancel');

    await deliver();
    await deliverFor(5 * MINUTE_MS);

    const written = [...services.lines, ...services.sent, ...world.log].map((line) => JSON.stringify(line));
    expect(written.length).toBeGreaterThan(5);
    expect(written.filter((line) => line.includes(secret) || line.includes(receiver.url))).toEqual([]);
  });
});

describe('the `webhook_url` of an order in an archived workspace', () => {
  const archived = async (answers: readonly number[]) => {
    const path = await anOrderWebhookWorld({ answers });
    await path.orderWithWebhook({ confirm: false });
    await path.callAny('DELETE', `/workspaces/${path.owner.workspaceId}`, { key: path.owner.key });
    const housekeeping = housekeepingWorker(path.world);
    await housekeeping.runOnce();
    await path.deliver();
    return { ...path, housekeeping };
  };
  const statuses = ({ services }: Awaited<ReturnType<typeof archived>>) =>
    services.dynamo
      .items()
      .filter(({ type }) => type?.S === 'delivery')
      .map(({ state }) => JSON.parse(state?.S ?? '').status);

  it('gets `order.canceled` of the archive', async () => {
    const { receiver } = await archived([204]);

    expect(typesOf(receiver.received)).toEqual(['order.canceled']);
  });

  it('gets nothing more after ten minutes: what waits is skipped', async () => {
    const path = await archived([500]);

    await path.deliverFor(HOUR_MS);

    expect(statuses(path)).toEqual(['skipped']);
    const [first, ...others] = path.receiver.received.map(({ at }) => at);
    expect(others.length).toBeGreaterThan(2);
    expect(others.every((at) => at - (first ?? 0) < 10 * MINUTE_MS)).toBe(true);
  });

  it('is gone with the purge', async () => {
    const path = await archived([204]);
    await path.housekeeping.untilQuiet();
    path.world.clock.advance(31 * DAY_MS);
    await path.housekeeping.due(path.owner.workspaceId);

    await path.housekeeping.untilQuiet();

    const left = path.services.dynamo.items();
    expect(left.filter(({ type }) => type?.S === 'delivery' || type?.S === 'order' || type?.S === 'event')).toEqual([]);
    expect(JSON.stringify(left)).not.toContain(path.receiver.url);
  });
});
