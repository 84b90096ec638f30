import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { bulkRedelivery } from '#functions/workers/bulk-redelivery/index';
import type { DeliveryId, WebhookEndpointId } from '#shared/foundation/core/ids';
import { HOUR_MS, type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { JobEvent } from '#shared/foundation/events/job-worker';
import { attemptEnded } from '#shared/webhooks/delivery/rules/attempt-ended';
import { withSlot } from '#shared/webhooks/delivery/rules/rate-slot';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { aWorldWithEvents } from '#test/contract/webhook-events/events';
import { callsTo, noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const FAILED = { answers: [500] } as const;

/** An endpoint of a workspace, and the worker that its owner's changes start. */
async function anEndpointWithEvents() {
  const world = await aWorldWithEvents();
  const { owner, context, clock, dynamo, anEvent } = world;
  const { key, workspaceId } = owner;
  const call = callsTo(webhookEndpoints({ ...context, lookUp: async () => ['93.184.216.34'] }));
  const create = async (): Promise<WebhookEndpointId> =>
    (
      await call('POST', '/webhook_endpoints', {
        key,
        body: { workspace_id: workspaceId, url: 'https://partner.test/hooks', enabled_events: ['*'] },
      })
    ).body.id;
  const endpointId = await create();

  const rested: number[] = [];
  let whileResting = async (): Promise<void> => undefined;
  const sleep = async (milliseconds: number) => {
    rested.push(milliseconds);
    clock.advance(milliseconds);
    await whileResting();
  };
  const work = bulkRedelivery(context, { sleep, log: () => undefined });
  const jobs = (): readonly JobEvent[] =>
    dynamo.items().flatMap(({ pk, sk, due_pk }) => {
      const isOurs = sk?.S === 'EVENT#job.endpoint_closing' && due_pk !== undefined;
      return isOurs ? [{ 'detail-type': 'job.endpoint_closing', detail: { id: pk?.S } }] : [];
    });

  return {
    ...{ ...world, endpointId, create, jobs, rested },
    /** A delivery to the endpoint, or to another one. */
    delivery: async (given: object = {}) => (await anEvent({ workspaceId, endpointId, ...given })).id,
    set: (status: string) => call('PATCH', `/webhook_endpoints/${endpointId}`, { key, body: { status } }),
    remove: () => call('DELETE', `/webhook_endpoints/${endpointId}`, { key }),
    /** Starts these jobs, as the bus does. */
    async run(some = jobs(), timeLeft = 5 * MINUTE_MS) {
      for (const job of some) await work(job, { getRemainingTimeInMillis: () => timeLeft });
    },
    whileResting(act: () => Promise<void>) {
      whileResting = act;
    },
    statusOf: async (id: string) => (await world.call('GET', `/webhook_events/${id}`, { key })).body.delivery_status,
  };
}

describe('the events that wait for an endpoint', () => {
  it.each(['disabled', 'deleted'])('become skipped within a minute after it was %s, and no others', async (how) => {
    const { delivery, set, remove, run, statusOf, create, clock } = await anEndpointWithEvents();
    const waiting = [await delivery(FAILED), await delivery(), await delivery({ answers: [500, 500, 'dns_error'] })];
    const others = [await delivery({ answers: [200] }), await delivery({ ...FAILED, endpointId: await create() })];

    await (how === 'disabled' ? set('disabled') : remove());
    const closedAt = clock.now();
    await run();

    expect(await Promise.all(waiting.map(statusOf))).toEqual(['skipped', 'skipped', 'skipped']);
    expect(await Promise.all(others.map(statusOf))).toEqual(['delivered', 'retrying']);
    expect(clock.now() - closedAt).toBeLessThan(MINUTE_MS);
  });

  it('become skipped, too, while they wait for a slot of an endpoint with a rate, however long they have', async () => {
    const { delivery, set, run, statusOf, context, clock, call, owner } = await anEndpointWithEvents();
    const id = await delivery();
    const store = deliveryStore(context.table);
    const before = await store.find(id as DeliveryId);
    const slot = { of: '1', at: later(noon, 4 * HOUR_MS) };
    if (before) await store.save(before, withSlot(before.state, slot), noon);
    clock.advance(2 * HOUR_MS);
    const path = `/webhook_events?workspace_id=${owner.workspaceId}&delivery_status=`;
    const listed = async (status: string) => (await call('GET', `${path}${status}`, { key: owner.key })).body.data;

    expect([await listed('retrying'), (await listed('pending')).length]).toEqual([[], 1]);
    await set('disabled');
    await run();

    expect(await statusOf(id)).toBe('skipped');
  });

  it('become skipped page by page, and by a job that is continued', async () => {
    const { delivery, set, run, statusOf, jobs } = await anEndpointWithEvents();
    const times = Array.from({ length: 130 }, (_, nth) => later(noon, -nth * SECOND_MS));
    const waiting = await Promise.all(times.map((createdAt: Instant) => delivery({ createdAt, ...FAILED })));
    await set('disabled');

    let runs = 0;
    for (; jobs().length > 0; runs += 1) await run(jobs(), 0);

    expect(new Set(await Promise.all(waiting.map(statusOf)))).toEqual(new Set(['skipped']));
    expect(runs).toBe(7);
  });

  it('are skipped once by a job that is delivered twice', async () => {
    const { delivery, set, run, statusOf, jobs, dynamo } = await anEndpointWithEvents();
    const id = await delivery(FAILED);
    await set('disabled');
    const started = jobs();

    await run(started);
    const rows = dynamo.items();
    await run(started);

    expect(await statusOf(id)).toBe('skipped');
    expect(dynamo.items()).toEqual(rows);
  });

  it('are left to their next attempt where the endpoint was enabled again before', async () => {
    const { delivery, set, run, statusOf, jobs } = await anEndpointWithEvents();
    const id = await delivery(FAILED);

    await set('disabled');
    await set('enabled');
    await run();

    expect([await statusOf(id), jobs()]).toEqual(['retrying', []]);
  });

  it('are not skipped where they were created after the endpoint was enabled again', async () => {
    const { delivery, set, run, statusOf, whileResting } = await anEndpointWithEvents();
    const before = await delivery(FAILED);
    const after: string[] = [];
    whileResting(async () => {
      await set('enabled');
      after.push(await delivery(FAILED));
    });

    await set('disabled');
    await run();

    expect(await Promise.all([before, ...after].map(statusOf))).toEqual(['skipped', 'retrying']);
  });

  it.each([
    [200, 'delivered'],
    [500, 'skipped'],
  ])('are recorded first where an attempt is under way: an answer of %s makes it %s', async (answer, status) => {
    const { delivery, set, run, statusOf, whileResting, hold, answered } = await withAttempts();
    const id = await delivery(FAILED);
    await hold(id);
    whileResting(() => answered(id, answer));

    await set('disabled');
    await run();

    expect(await statusOf(id)).toBe(status);
  });

  it('start no job where an endpoint is changed otherwise, or disabled a second time', async () => {
    const { set, remove, jobs, run } = await anEndpointWithEvents();

    await set('enabled');
    expect(jobs()).toEqual([]);
    await set('disabled');
    await run();
    await set('disabled');
    await remove();
    expect(jobs()).toEqual([]);
  });
});

/** The same with attempts that are under way while the job runs. */
async function withAttempts() {
  const scene = await anEndpointWithEvents();
  const store = deliveryStore(scene.context.table);
  const found = async (id: DeliveryId) => {
    const delivery = await store.find(id);
    if (!delivery) throw new Error(`There is no ${id}.`);
    return delivery;
  };
  return {
    ...scene,
    /** A worker takes the lease. */
    async hold(id: DeliveryId) {
      const before = await found(id);
      const lease = { token: 'worker', until: later(scene.clock.now(), 30 * SECOND_MS) };
      await store.saveLease(before, { ...before.state, lease });
    },
    /** The worker that has the lease records the attempt. */
    async answered(id: DeliveryId, responseStatus: number) {
      const now = scene.clock.now();
      const outcome = { ...NO_BODY, trigger: 'automatic', attemptedAt: now, responseStatus } as const;
      const before = await found(id);
      await store.recordAttempt(before, attemptEnded(before.state, outcome, { now, random: 0.5 }), now);
    },
  };
}

const NO_BODY = { durationMs: 20, responseHeaders: {}, responseBody: null, error: null };
