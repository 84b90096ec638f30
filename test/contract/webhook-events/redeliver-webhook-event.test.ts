import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { webhookEvents } from '#functions/api/webhook-events/index';
import { DAY_MS, later } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { redeliverWebhookEventContract } from '#shared/webhooks/delivery/contract';
import { putDelivery } from '#shared/webhooks/delivery/row';
import { deliveries } from '#shared/webhooks/delivery/store';
import { webhookEndpoints as webhookEndpointRows } from '#shared/webhooks/endpoints/store';
import { callsTo, noon } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aWorldWithEvents } from './events.ts';

const TEXT = '{"object":"calendar_connection","id":"cal_1"}';

async function anEventThatFailed() {
  const world = await aWorldWithEvents();
  const { owner, context, anEvent } = world;
  const onEndpoints = callsTo(webhookEndpoints({ ...context, lookUp: async () => ['93.184.216.34'] }));
  const body = { workspace_id: owner.workspaceId, url: 'https://partner.test/hooks', enabled_events: ['*'] };
  const endpointId = (await onEndpoints('POST', '/webhook_endpoints', { key: owner.key, body })).body.id;
  const event = await anEvent({ workspaceId: owner.workspaceId, endpointId, answers: [500], text: TEXT });
  const path = `/webhook_events/${event.id}/redeliver`;
  const jobs = () =>
    world.dynamo
      .items()
      .flatMap(({ sk, due_pk }) => (sk?.S?.startsWith('EVENT#job.redelivery') ? [[sk.S, !!due_pk]] : []));
  return { ...world, onEndpoints, endpointId, event, path, jobs };
}

describe('POST /webhook_events/{id}/redeliver', () => {
  it('202: the record, and a job that stays due until the attempt is made', async () => {
    const { call, owner, path, event, jobs } = await anEventThatFailed();
    const before = (await call('GET', `/webhook_events/${event.id}`, { key: owner.key })).body;

    const answered = await call('POST', path, { key: owner.key });

    const { attempts: _attempts, data: _data, ...record } = before;
    expect(expectSuccess(redeliverWebhookEventContract, answered, 202)).toEqual(record);
    expect(record).toMatchObject({ delivery_status: 'retrying', attempts_count: 1 });
    expect(jobs()).toEqual([[`EVENT#job.redelivery#${event.id}`, true]]);
  });

  it('202: each asking is one job, also for what was delivered or skipped', async () => {
    const { call, owner, path, anEvent, endpointId, jobs } = await anEventThatFailed();
    const { workspaceId, key } = owner;
    const delivered = await anEvent({ workspaceId, endpointId, answers: [204] });
    const skipped = await anEvent({ workspaceId, endpointId, isSkipped: true });

    const paths = [path, path, ...[delivered, skipped].map(({ id }) => `/webhook_events/${id}/redeliver`)];
    for (const one of paths) expect((await call('POST', one, { key })).status).toBe(202);

    expect(jobs()).toHaveLength(4);
  });

  it('404: an event older than 30 days', async () => {
    const { call, owner, anEvent, endpointId, jobs } = await anEventThatFailed();
    const createdAt = later(noon, -30 * DAY_MS);
    const { id } = await anEvent({ workspaceId: owner.workspaceId, endpointId, createdAt });

    const refused = await call('POST', `/webhook_events/${id}/redeliver`, { key: owner.key });

    expect(expectError(redeliverWebhookEventContract, refused, 404)).toEqual(['not_found']);
    expect(jobs()).toEqual([]);
  });

  it('409: its endpoint is disabled', async () => {
    const { call, owner, path, context, endpointId, jobs } = await anEventThatFailed();
    const before = await webhookEndpointRows.find(context.table, endpointId);
    if (!before) throw new Error('There is no endpoint.');
    const after = { ...before.state, status: 'disabled' as const };
    await context.changes.save({ at: noon, writes: [webhookEndpointRows.put(before, after)] });

    const refused = await call('POST', path, { key: owner.key });

    expect(expectError(redeliverWebhookEventContract, refused, 409)).toEqual(['conflict']);
    expect(jobs()).toEqual([]);
  });

  it('409: it was attempted a hundred times', async () => {
    const { call, owner, path, context, event, jobs } = await anEventThatFailed();
    const attempted = async (attemptsCount: number) => {
      const before = await deliveries.find(context.table, event.id);
      if (!before) throw new Error('There is no event.');
      await context.table.write(putDelivery({ ...before.state, attemptsCount }, before.revision, noon));
    };

    await attempted(99);
    expect((await call('POST', path, { key: owner.key })).status).toBe(202);
    await attempted(100);
    const refused = await call('POST', path, { key: owner.key });

    expect(expectError(redeliverWebhookEventContract, refused, 409)).toEqual(['conflict']);
    expect(jobs()).toHaveLength(1);
  });

  it('409: its endpoint is deleted', async () => {
    const { call, owner, path, onEndpoints, endpointId, jobs } = await anEventThatFailed();
    await onEndpoints('DELETE', `/webhook_endpoints/${endpointId}`, { key: owner.key });

    const refused = await call('POST', path, { key: owner.key });

    expect(expectError(redeliverWebhookEventContract, refused, 409)).toEqual(['conflict']);
    expect(jobs()).toEqual([]);
  });

  it('429: the sixty-first of a minute in one workspace, of many at once too', async () => {
    const { call, owner, path, jobs, clock } = await anEventThatFailed();
    const ask = () => call('POST', path, { key: owner.key });

    const answers = await Promise.all(Array.from({ length: 70 }, ask));

    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(60);
    expect(refused).toHaveLength(10);
    expect(refused.map((one) => expectError(redeliverWebhookEventContract, one, 429))[0]).toEqual(['rate_limited']);
    expect(jobs()).toHaveLength(60);
    clock.advance(refused[0]?.body.retry_in_seconds * 1000);
    expect((await ask()).status).toBe(202);
  });

  it.each([
    [39, 1],
    [20, 3],
    [200, 1],
  ])('429: of events that count as %s by their size, beyond %s a minute', async (countsAs, most) => {
    const { call, owner, anEvent, endpointId, jobs, clock } = await anEventThatFailed();
    const { id } = await anEvent({ workspaceId: owner.workspaceId, endpointId, isSkipped: true, countsAs });
    const ask = () => call('POST', `/webhook_events/${id}/redeliver`, { key: owner.key });

    for (let nth = 0; nth < most; nth += 1) expect((await ask()).status).toBe(202);
    const refused = await ask();

    expect(expectError(redeliverWebhookEventContract, refused, 429)).toEqual(['rate_limited']);
    expect(jobs()).toHaveLength(most);
    clock.advance(refused.body.retry_in_seconds * 1000);
    expect((await ask()).status).toBe(202);
  });

  it('429: beyond the limit of all workspaces of a founder, and a refused one is none of its workspace', async () => {
    const world = await anEventThatFailed();
    const { context, owner, path, onEndpoints, anEvent, aWorkspaceOf, jobs } = world;
    const { id: workspaceId } = await aWorkspaceOf(owner.userId, 'Another');
    const body = { workspace_id: workspaceId, url: 'https://partner.test/hooks', enabled_events: ['*'] };
    const endpointId = (await onEndpoints('POST', '/webhook_endpoints', { key: owner.key, body })).body.id;
    const { id } = await anEvent({ workspaceId, endpointId, answers: [500] });
    const call = callsTo(webhookEvents({ ...context, useOf: useFactory({ redeliveries: 2, user_redeliveries: 1 }) }));
    const ask = (to: string) => call('POST', to, { key: owner.key });

    const first = [await ask(path), await ask(path), await ask(path)];
    const further = await ask(`/webhook_events/${id}/redeliver`);
    const refused = await ask(`/webhook_events/${id}/redeliver`);

    expect([...first, further, refused].map(({ status }) => status)).toEqual([202, 202, 429, 202, 429]);
    expect(expectError(redeliverWebhookEventContract, refused, 429)).toEqual(['rate_limited']);
    expect(jobs()).toHaveLength(3);
  });
});
