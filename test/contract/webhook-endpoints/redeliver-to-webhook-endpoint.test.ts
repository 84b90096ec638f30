import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { bulkRedelivery } from '#functions/workers/bulk-redelivery/index';
import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import type { LimitOverrides } from '#shared/foundation/core/limits';
import { DAY_MS, HOUR_MS, type Instant, isoOf, later, MINUTE_MS } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { MOST_REDELIVERED } from '#shared/webhooks/delivery/rules/bulk-redelivery';
import { redeliverToWebhookEndpointContract as contract } from '#shared/webhooks/endpoints/contract';
import { callsTo, noon, type World } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aWorldWithEvents } from '../webhook-events/events.ts';

const group = (context: World['context']) => webhookEndpoints({ ...context, lookUp: async () => ['93.184.216.34'] });
const moments = (count: number, from: Instant = later(noon, -60 * MINUTE_MS)) =>
  Array.from({ length: count }, (_, nth) => later(from, nth * MINUTE_MS));

/** An endpoint that missed events, and a redelivery request for it. */
async function anEndpointThatMissed(limits: LimitOverrides = {}) {
  const world = await aWorldWithEvents({ useOf: useFactory(limits) });
  const { owner, context } = world;
  const call = callsTo(group(context));
  const { key, workspaceId } = owner;
  const body = { workspace_id: workspaceId, url: 'https://partner.test/hooks', enabled_events: ['*'] };
  const endpointId: WebhookEndpointId = (await call('POST', '/webhook_endpoints', { key, body })).body.id;
  const missed =
    (isSkipped: boolean) =>
    (createdAt: Instant, to: WebhookEndpointId = endpointId) =>
      world.anEvent({ workspaceId, endpointId: to, createdAt, ...(isSkipped ? { isSkipped } : { answers: ALL_FAIL }) });
  const path = `/webhook_endpoints/${endpointId}/redeliver`;
  return {
    ...world,
    onEndpoints: call,
    endpointId,
    path,
    skipped: missed(true),
    failed: missed(false),
    ask: (sent: object = {}, as: string = key): Promise<ApiResponse> =>
      call('POST', path, {
        key: as,
        body: { since: isoOf(later(noon, -DAY_MS)), delivery_status: 'skipped', ...sent },
      }),
    /** The worker ends the jobs. */
    async finish() {
      const useOf = useFactory({ user_bulk_redeliveries: Number.MAX_SAFE_INTEGER });
      const work = bulkRedelivery({ ...context, useOf }, { sleep: async () => undefined, log: () => undefined });
      const due = world.dynamo.items().filter(({ sk, due_pk }) => sk?.S === 'EVENT#job.bulk_redelivery' && due_pk);
      for (const { pk } of due)
        await work(
          { 'detail-type': 'job.bulk_redelivery', detail: { id: pk?.S } },
          { getRemainingTimeInMillis: () => 5 * MINUTE_MS },
        );
    },
    /** What the jobs that are due carry. */
    jobs: () =>
      world.dynamo
        .items()
        .flatMap(({ sk, due_pk, content }) =>
          sk?.S === 'EVENT#job.bulk_redelivery' && due_pk ? [JSON.parse(content?.S ?? '')] : [],
        ),
  };
}

/** All that the schedule has. */
const ALL_FAIL = Array.from({ length: 21 }, () => 500);

describe('POST /webhook_endpoints/{id}/redeliver', () => {
  it('202: says how many, and leaves a job for them that stays due', async () => {
    const { ask, skipped, jobs, endpointId, owner } = await anEndpointThatMissed();
    const made = [];
    for (const at of moments(3)) made.push(await skipped(at));

    const body = expectSuccess(contract, await ask(), 202);

    expect(body).toEqual({
      object: 'webhook_redelivery',
      webhook_endpoint_id: endpointId,
      delivery_status: 'skipped',
      since: '2026-11-01T12:00:00.000Z',
      until: '2026-11-02T12:00:00.000Z',
      count: 3,
      has_more: false,
    });
    expect(jobs()).toMatchObject([
      { workspaceId: owner.workspaceId, endpointId, status: 'skipped', upTo: made.at(-1)?.id },
    ]);
  });

  it('202: counts what is of this endpoint, of this status and within the span alone', async () => {
    const { ask, skipped, failed, context } = await anEndpointThatMissed();
    const [one, two, three, four] = moments(4) as [Instant, Instant, Instant, Instant];
    for (const at of [one, two, three, four]) await skipped(at);
    for (const at of [two, three]) await failed(at);
    await skipped(two, context.ids.make('whe'));
    await skipped(later(noon, -2 * DAY_MS));

    const within = expectSuccess(contract, await ask({ since: isoOf(two), until: isoOf(four) }), 202);

    expect(within.count).toBe(2);
  });

  it('202: what failed after all its attempts', async () => {
    const { ask, skipped, failed } = await anEndpointThatMissed();
    for (const at of moments(2)) await failed(at);
    await skipped(noon);

    expect(expectSuccess(contract, await ask({ delivery_status: 'failed' }), 202).count).toBe(2);
  });

  it('202: none, and then no job', async () => {
    const { ask, jobs } = await anEndpointThatMissed();

    expect(expectSuccess(contract, await ask(), 202)).toMatchObject({ count: 0, has_more: false });
    expect(jobs()).toEqual([]);
  });

  it('202: nothing older than 30 days, and nothing of the future', async () => {
    const { ask, skipped, clock, finish } = await anEndpointThatMissed();
    await skipped(later(noon, -31 * DAY_MS));
    await skipped(later(noon, -29 * DAY_MS));

    const past = expectSuccess(contract, await ask({ since: '2020-01-01T00:00:00Z' }), 202);
    expect(past).toMatchObject({ count: 1, since: isoOf(later(noon, -30 * DAY_MS)) });
    await finish();
    clock.advance(MINUTE_MS);
    expect(expectSuccess(contract, await ask({ since: '2030-01-01T00:00:00Z' }), 202).count).toBe(0);
  });

  it('202: ten thousand at most, oldest first, and where to go on', async () => {
    const { ask, skipped, jobs, clock, finish } = await anEndpointThatMissed();
    const start = later(noon, -60 * MINUTE_MS);
    const times = Array.from({ length: MOST_REDELIVERED + 3 }, (_, nth) => later(start, nth * 100));
    const made = await Promise.all(times.map((at) => skipped(at)));
    const last = made[MOST_REDELIVERED - 1];

    const first = expectSuccess(contract, await ask(), 202);
    await finish();

    expect(first).toMatchObject({ count: MOST_REDELIVERED, has_more: true, until: isoOf(last?.createdAt ?? noon) });
    expect(jobs()).toEqual([]);
    clock.advance(MINUTE_MS);
    const rest = expectSuccess(contract, await ask({ since: first.until }), 202);
    expect(rest).toMatchObject({ count: 4, has_more: false });
  });

  it('429: while an earlier one of the workspace is at work, whichever its endpoint', async () => {
    const { ask, skipped, clock, finish, onEndpoints, owner, jobs } = await anEndpointThatMissed();
    await skipped(later(noon, -MINUTE_MS));
    expectSuccess(contract, await ask(), 202);
    clock.advance(HOUR_MS);
    const { key, workspaceId } = owner;
    const body = { workspace_id: workspaceId, url: 'https://partner.test/others', enabled_events: ['*'] };
    const other = (await onEndpoints('POST', '/webhook_endpoints', { key, body })).body.id;

    const sent = { since: isoOf(noon), delivery_status: 'skipped' };
    const refused = await onEndpoints('POST', `/webhook_endpoints/${other}/redeliver`, { key, body: sent });

    expect(expectError(contract, refused, 429)).toEqual(['rate_limited']);
    expect(refused.headers['retry-after']).toBe('60');
    expect(jobs()).toHaveLength(1);
    await finish();
    expectSuccess(contract, await ask(), 202);
  });

  it('202: after one that got no further for eight days, whose job has ended by then', async () => {
    const { ask, skipped, clock } = await anEndpointThatMissed();
    await skipped(later(noon, -MINUTE_MS));
    expectSuccess(contract, await ask(), 202);

    clock.advance(8 * DAY_MS - MINUTE_MS);
    expectError(contract, await ask(), 429);
    clock.advance(MINUTE_MS);

    expectSuccess(contract, await ask(), 202);
    expectError(contract, await ask(), 429);
  });

  it('429: to all but one of several at once, where the minute has room for more', async () => {
    const { ask, skipped, jobs } = await anEndpointThatMissed({ bulk_redeliveries: 5 });
    await skipped(later(noon, -MINUTE_MS));

    const answers = await Promise.all(Array.from({ length: 3 }, () => ask()));

    expect(answers.map(({ status }) => status).sort()).toEqual([202, 429, 429]);
    expect(jobs()).toHaveLength(1);
  });

  it('400: no span, no status, no body', async () => {
    const { onEndpoints, owner, path } = await anEndpointThatMissed();
    const { key } = owner;

    expect(expectError(contract, await onEndpoints('POST', path, { key, body: {} }), 400)).toEqual([
      'missing since',
      'missing delivery_status',
    ]);
    expect(expectError(contract, await onEndpoints('POST', path, { key }), 400)).toEqual(['bad_request']);
  });

  it('409: it is disabled', async () => {
    const { ask, onEndpoints, endpointId, owner, skipped, jobs } = await anEndpointThatMissed();
    await skipped(noon);
    await onEndpoints('PATCH', `/webhook_endpoints/${endpointId}`, { key: owner.key, body: { status: 'disabled' } });

    expect(expectError(contract, await ask(), 409)).toEqual(['conflict']);
    expect(jobs()).toEqual([]);
  });

  it.each([
    ['a status that needs none', { delivery_status: 'delivered' }, 'inclusion delivery_status'],
    ['a moment without an offset', { since: '2026-11-02T10:00:00' }, 'invalid_format since'],
    ['an end before the beginning', { until: isoOf(later(noon, -2 * DAY_MS)) }, 'invalid until'],
    ['a number', { since: 1 }, 'invalid_type since'],
    ['an unknown field', { type: 'meeting.created' }, 'unknown_field type'],
  ])('422: %s', async (_what, sent, fault) => {
    const { ask } = await anEndpointThatMissed();

    expect(expectError(contract, await ask(sent), 422)).toEqual([fault]);
  });

  it('429: twice in a minute, for the workspace and not for the endpoint', async () => {
    const { ask, onEndpoints, owner, clock, skipped, jobs, finish } = await anEndpointThatMissed();
    await skipped(later(noon, -MINUTE_MS));
    await ask();
    const body = { workspace_id: owner.workspaceId, url: 'https://partner.test/other', enabled_events: ['*'] };
    const { id } = (await onEndpoints('POST', '/webhook_endpoints', { key: owner.key, body })).body;

    const other = await onEndpoints('POST', `/webhook_endpoints/${id}/redeliver`, {
      key: owner.key,
      body: { since: isoOf(noon), delivery_status: 'failed' },
    });

    for (const refused of [await ask(), other]) expect(expectError(contract, refused, 429)).toEqual(['rate_limited']);
    expect(jobs()).toHaveLength(1);
    await finish();
    expect((await ask()).status).toBe(429);
    clock.advance(MINUTE_MS);
    expect((await ask()).status).toBe(202);
  });
});
