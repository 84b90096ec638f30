import { DAY_MS, isoOf, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { listWebhookEventsContract } from '#shared/webhooks/delivery/contract';
import { noon } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { putOlderRole } from '#test/support/older-role';
import { aWorldWithEvents } from './events.ts';

const BOT = 'bot_01h455vb4pex5vsknk084sn02q';

type World = Awaited<ReturnType<typeof aWorldWithEvents>>;

/** The ids that a query finds. */
async function idsFor({ call, owner }: World, query: string): Promise<readonly string[]> {
  const answered = await call('GET', `/webhook_events?workspace_id=${owner.workspaceId}${query}`, { key: owner.key });
  const { data } = expectSuccess(listWebhookEventsContract, answered, 200);
  return data.map(({ id }: { id: string }) => id);
}

describe('GET /webhook_events', () => {
  it('200: newest first, with how each one stands', async () => {
    const world = await aWorldWithEvents();
    const { workspaceId } = world.owner;
    const pending = await world.anEvent({ workspaceId, createdAt: noon });
    const delivered = await world.anEvent({ workspaceId, createdAt: later(noon, -1), answers: [500, 204] });
    const retrying = await world.anEvent({ workspaceId, createdAt: later(noon, -2), answers: ['dns_error'] });

    const path = `/webhook_events?workspace_id=${workspaceId}`;
    const answered = await world.call('GET', path, { key: world.owner.key });

    expect(expectSuccess(listWebhookEventsContract, answered, 200).data).toMatchObject([
      { id: pending.id, delivery_status: 'pending', attempts_count: 0, next_attempt_at: isoOf(noon) },
      {
        id: delivered.id,
        delivery_status: 'delivered',
        attempts_count: 2,
        next_attempt_at: null,
        delivered_at: isoOf(later(noon, MINUTE_MS - 1)),
      },
      {
        id: retrying.id,
        delivery_status: 'retrying',
        attempts_count: 1,
        next_attempt_at: isoOf(later(noon, 30 * SECOND_MS - 2)),
        delivered_at: null,
      },
    ]);
  });

  it('200: what each filter asks for, and nothing else', async () => {
    const world = await aWorldWithEvents();
    const { workspaceId } = world.owner;
    const created = await world.anEvent({ workspaceId, createdAt: noon, answers: [200] });
    const failed = await world.anEvent({
      ...{ workspaceId, type: 'bot.failed', resourceId: BOT, createdAt: later(noon, 1_000) },
      answers: Array.from({ length: 21 }, () => 500),
    });
    const skipped = await world.anEvent({ workspaceId, createdAt: later(noon, 2_000), isSkipped: true });
    await world.anEvent({ workspaceId: (await world.anOwner('Other')).workspaceId });

    expect(await idsFor(world, '')).toEqual([skipped.id, failed.id, created.id]);
    expect(await idsFor(world, '&delivery_status=failed')).toEqual([failed.id]);
    expect(await idsFor(world, '&delivery_status=skipped')).toEqual([skipped.id]);
    expect(await idsFor(world, '&delivery_status=delivered')).toEqual([created.id]);
    expect(await idsFor(world, '&deliveryStatus=pending')).toEqual([]);
    expect(await idsFor(world, '&type=bot.failed')).toEqual([failed.id]);
    expect(await idsFor(world, `&resource_id=${BOT}`)).toEqual([failed.id]);
    expect(await idsFor(world, `&resource_id=${BOT}&type=meeting.created`)).toEqual([]);
    expect(await idsFor(world, `&webhook_endpoint_id=${created.endpointId}`)).toEqual([created.id]);
    expect(await idsFor(world, `&created_after=${isoOf(noon)}`)).toEqual([skipped.id, failed.id]);
    expect(await idsFor(world, `&created_before=${isoOf(later(noon, 2_000))}`)).toEqual([failed.id, created.id]);
    expect(await idsFor(world, `&type=meeting.created&delivery_status=failed`)).toEqual([]);
  });

  it('200: page by page, with every filter in the link', async () => {
    const world = await aWorldWithEvents();
    const { workspaceId } = world.owner;
    for (const at of [0, 1, 2]) await world.anEvent({ workspaceId, createdAt: later(noon, at) });

    const first = await world.call('GET', `/webhook_events?limit=2&type=meeting.created`, { key: world.owner.key });
    const page = expectSuccess(listWebhookEventsContract, first, 200);
    const next = new URL(page._links.next.url);
    const second = await world.call('GET', `/webhook_events${next.search}`, { key: world.owner.key });

    expect(next.searchParams.get('type')).toBe('meeting.created');
    expect(page.data).toHaveLength(2);
    expect(expectSuccess(listWebhookEventsContract, second, 200)).toMatchObject({ data: [{}], has_more: false });
  });

  it('200: nothing that is older than 30 days', async () => {
    const world = await aWorldWithEvents();
    await world.anEvent({ workspaceId: world.owner.workspaceId, createdAt: later(noon, -30 * DAY_MS) });
    const young = await world.anEvent({
      workspaceId: world.owner.workspaceId,
      createdAt: later(noon, 1 - 30 * DAY_MS),
    });

    expect(await idsFor(world, '')).toEqual([young.id]);
    expect(await idsFor(world, '&created_after=2026-01-01T00:00:00Z')).toEqual([young.id]);
  });

  it.each([
    ['a filter there is not', 'colour=blue', 'bad_request colour'],
    ['a status there is not', 'delivery_status=lost', 'bad_request delivery_status'],
    ['a type there is not', 'type=bot.born', 'bad_request type'],
    ['a moment without an offset', 'created_after=2026-11-02T10:00:00', 'bad_request created_after'],
    ['what is no id of an endpoint', 'webhook_endpoint_id=evt_1', 'bad_request webhook_endpoint_id'],
    ['what is no id of a resource', 'resource_id=Weekly', 'bad_request resource_id'],
    ['a blank workspace', 'workspace_id=', 'bad_request workspace_id'],
  ])('400: %s', async (_what, query, refused) => {
    const { call, owner } = await aWorldWithEvents();

    const answered = await call('GET', `/webhook_events?${query}`, { key: owner.key });

    expect(expectError(listWebhookEventsContract, answered, 400)).toEqual([refused]);
  });

  it('400: no workspace, from a key that belongs to several', async () => {
    const { call, owner, context, anOwner } = await aWorldWithEvents();
    const other = await anOwner('Other');
    const membership = {
      userId: owner.userId,
      workspaceId: other.workspaceId,
      role: 'guest',
      createdAt: noon,
    } as const;
    await context.changes.save({ at: noon, writes: [putOlderRole(membership)] });

    const answered = await call('GET', '/webhook_events', { key: owner.key });

    expect(expectError(listWebhookEventsContract, answered, 400)).toEqual(['bad_request workspace_id']);
  });

  it.each(['member', 'guest'] as const)('403: a %s', async (role) => {
    const { call, owner, aColleague } = await aWorldWithEvents();
    const { key } = await aColleague(owner.workspaceId, role);

    const refused = await call('GET', '/webhook_events', { key });

    expect(expectError(listWebhookEventsContract, refused, 403)).toEqual(['workspace_access_not_allowed']);
  });
});
