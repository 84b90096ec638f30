import { listAuditEventsContract as contract } from '#shared/accounts/audit-events/contract';
import { AUDIT_KEPT_MS } from '#shared/foundation/audit-events/rules/audit-event';
import { LostRace } from '#shared/foundation/core/store';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { actionsIn, anAuditedWorld } from './an-audited-world.ts';

const MINUTE = 60_000;

describe('GET /audit_events', () => {
  it('200: says who changed a webhook endpoint with which key, and nothing of its secrets', async () => {
    const { owner, calls, anEndpoint, list, world } = await anAuditedWorld();
    const { id } = (await anEndpoint({ headers: { 'x-token': 'hidden-value' } })).body;
    world.clock.advance(MINUTE);
    await calls.endpoints('PATCH', `/webhook_endpoints/${id}`, { key: owner.key, body: { status: 'disabled' } });
    world.clock.advance(MINUTE);
    await calls.endpoints('POST', `/webhook_endpoints/${id}/rotate_secret`, { key: owner.key });
    world.clock.advance(MINUTE);
    await calls.endpoints('DELETE', `/webhook_endpoints/${id}`, { key: owner.key });

    const answered = await list();

    const { data } = expectSuccess(contract, answered, 200);
    expect(actionsIn(answered)).toEqual([
      'webhook_endpoint.deleted',
      'webhook_endpoint.secret_rotated',
      'webhook_endpoint.updated',
      'webhook_endpoint.created',
    ]);
    expect(data[3]).toMatchObject({
      object: 'audit_event',
      workspace_id: owner.workspaceId,
      actor: { type: 'user', user_id: owner.userId, key_last_four: owner.key.slice(-4) },
      target: { object: 'webhook_endpoint', id },
      before: null,
      after: null,
    });
    expect(new Set(data.map((one: { readonly address_hash: string }) => one.address_hash)).size).toBe(1);
    expect(JSON.stringify(data)).not.toMatch(/whsec_|hidden-value/);
  });

  it('200: exports JSON lines, page by page, with every event once', async () => {
    const { anEndpoint, list, calls, owner, world } = await anAuditedWorld();
    for (let nth = 0; nth < 3; nth += 1) {
      await anEndpoint({});
      world.clock.advance(MINUTE);
    }
    const { data } = expectSuccess(contract, await list(), 200);

    const pages = [await list('&format=jsonl&limit=2')];
    for (let link = pages[0]?.headers['link']; link?.includes('rel="next"'); link = pages.at(-1)?.headers['link'])
      pages.push(
        await calls.workspaces('GET', /<.*\/api\/v1(.*?)>; rel="next"/.exec(link)?.[1] ?? '', { key: owner.key }),
      );

    const lines = pages.flatMap(({ body }) => String(body).split('\n').slice(0, -1));
    expect(pages.map(({ headers }) => headers['content-type'])).toEqual([
      'application/jsonl; charset=utf-8',
      'application/jsonl; charset=utf-8',
    ]);
    expect(lines.map((line) => JSON.parse(line))).toEqual(data);
  });

  it('200: shows settings before and after, each as the operation that was saved found them', async () => {
    const { owner, calls, someSettings, list, world } = await anAuditedWorld();
    const { id } = (await someSettings({ recording: { enabled: true } })).body;
    world.clock.advance(MINUTE);
    await calls.settings('PATCH', `/settings/${id}`, { key: owner.key, body: { recording: { enabled: false } } });
    world.clock.advance(MINUTE);
    await calls.settings('DELETE', `/settings/${id}`, { key: owner.key });

    const { data } = expectSuccess(contract, await list(), 200);

    const enabled = (shown: { readonly recording: { readonly enabled: unknown } } | null) => shown?.recording.enabled;
    const changes = data.map((one: { readonly action: string; readonly before: never; readonly after: never }) => [
      one.action,
      enabled(one.before),
      enabled(one.after),
    ]);
    expect(changes).toEqual([
      ['settings.deleted', false, undefined],
      ['settings.updated', true, false],
      ['settings.created', undefined, true],
    ]);
  });

  it('200: shows roles before and after, and no address of who was invited', async () => {
    const { owner, calls, list, world } = await anAuditedWorld();
    const { key, workspaceId: workspace_id } = owner;
    const body = { workspace_id, email: 'grace@acme.test', role: 'member' };
    const { id } = (await calls.workspaces('POST', '/organization_memberships', { key, body })).body;
    world.clock.advance(MINUTE);
    await calls.workspaces('PATCH', `/organization_memberships/${id}`, { key, body: { role: 'admin' } });
    world.clock.advance(MINUTE);
    await calls.workspaces('DELETE', `/organization_memberships/${id}`, { key });

    const { data } = expectSuccess(contract, await list(), 200);

    const shown = data.map((one: { readonly action: string; readonly before: unknown; readonly after: unknown }) => [
      one.action,
      one.before,
      one.after,
    ]);
    expect(shown).toEqual([
      ['membership.deleted', { role: 'admin' }, null],
      ['membership.updated', { role: 'member' }, { role: 'admin' }],
      ['membership.invited', null, { role: 'member' }],
    ]);
    expect(JSON.stringify(data)).not.toContain('grace');
  });

  it('200: has nothing of an operation that changed nothing, was refused, or was repeated', async () => {
    const { owner, calls, anEndpoint, list } = await anAuditedWorld();
    const { id } = (await anEndpoint()).body;
    await calls.endpoints('PATCH', `/webhook_endpoints/${id}`, { key: owner.key, body: { status: 'enabled' } });
    await calls.endpoints('PATCH', `/webhook_endpoints/${id}`, { key: owner.key, body: { status: 'asleep' } });
    const rotate = () =>
      calls.endpoints('POST', `/webhook_endpoints/${id}/rotate_secret`, {
        key: owner.key,
        headers: { 'idempotency-key': 'once' },
      });
    await rotate();
    await rotate();

    expect([...actionsIn(await list())].sort()).toEqual([
      'webhook_endpoint.created',
      'webhook_endpoint.secret_rotated',
    ]);
  });

  it('200: filters by action, user, target and time', async () => {
    const { owner, anEndpoint, someSettings, list, world } = await anAuditedWorld();
    const { id } = (await anEndpoint()).body;
    world.clock.advance(MINUTE);
    const between = new Date(world.clock.now()).toISOString();
    world.clock.advance(MINUTE);
    await someSettings({ recording: { enabled: true } });
    const stranger = world.context.ids.make('usr');

    expect(actionsIn(await list('&action=settings.created'))).toEqual(['settings.created']);
    expect(actionsIn(await list(`&target_id=${id}`))).toEqual(['webhook_endpoint.created']);
    expect(actionsIn(await list(`&user_id=${owner.userId}`))).toHaveLength(2);
    expect(actionsIn(await list(`&user_id=${stranger}`))).toEqual([]);
    expect(actionsIn(await list(`&created_after=${between}`))).toEqual(['settings.created']);
    expect(actionsIn(await list(`&created_before=${between}`))).toEqual(['webhook_endpoint.created']);
  });

  it('200: goes on page by page', async () => {
    const { anEndpoint, list, calls, owner, world } = await anAuditedWorld();
    for (const _nth of [1, 2, 3]) {
      await anEndpoint();
      world.clock.advance(MINUTE);
    }

    const first = expectSuccess(contract, await list('&limit=2'), 200);
    const { search } = new URL(first._links.next.url);
    const rest = expectSuccess(contract, await calls.workspaces('GET', `/audit_events${search}`, owner), 200);

    expect([first.data.length, rest.data.length]).toEqual([2, 1]);
  });

  it('200: keeps an event for a year', async () => {
    const { anEndpoint, list, world } = await anAuditedWorld();
    await anEndpoint();

    world.clock.advance(AUDIT_KEPT_MS - 1);
    expect(actionsIn(await list())).toHaveLength(1);
    world.clock.advance(1);
    expect(actionsIn(await list())).toEqual([]);
  });

  it('400: an action there is not', async () => {
    const { list } = await anAuditedWorld();

    expect(expectError(contract, await list('&action=bot.sent'), 400)).toEqual(['bad_request action']);
  });

  it('403: a member', async () => {
    const { list, world, owner } = await anAuditedWorld();
    const { key } = await world.aColleague(owner.workspaceId, 'member');

    expect(expectError(contract, await list('', key), 403)).toEqual(['workspace_access_not_allowed']);
  });
});

describe('an audit event', () => {
  it('is saved with what it is about, or not at all', async () => {
    const { world, anEndpoint, list } = await anAuditedWorld();
    const { transact } = world.context.table;
    const written: number[] = [];
    world.context.table.transact = async (writes) => {
      const audits = writes.filter((write) => 'put' in write && write.put.type === 'audit_event');
      written.push(audits.length);
      // The first attempt loses its race with nothing saved.
      if (written.length === 1) throw new LostRace('a test');
      return transact.call(world.context.table, writes);
    };

    await anEndpoint();

    expect(written).toEqual([1, 1]);
    expect(actionsIn(await list())).toEqual(['webhook_endpoint.created']);
  });
});
