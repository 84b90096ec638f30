import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { OutboxId } from '#shared/foundation/core/ids';
import { LostRace } from '#shared/foundation/core/store';
import { isoOf, later, MINUTE_MS } from '#shared/foundation/core/time';
import { outboxRows } from '#shared/foundation/events/outbox';
import { updateWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { webhookEndpoints as storedEndpoints } from '#shared/webhooks/endpoints/store';
import { openCustomHeaders } from '#shared/webhooks/signing/custom-headers';
import { callsTo, noon } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aWorldWithAnOwner } from './an-endpoint.ts';

const contract = updateWebhookEndpointContract;
const refusal = (answered: ApiResponse, status: number) => expectError(contract, answered, status);

async function anEndpoint() {
  const world = await aWorldWithAnOwner();
  const { secret: _shownOnce, ...created } = (await world.create({ metadata: { team: 'a' } })).body;
  const patch = (body: unknown, key = world.owner.key) =>
    world.call('PATCH', `/webhook_endpoints/${created.id}`, { key, body });
  const notes = async () =>
    (await workspaces.find(world.context.table, world.owner.workspaceId))?.state.endpoints ?? [];
  return { ...world, created, patch, notes };
}

describe('PATCH /webhook_endpoints/{id}', () => {
  it('200: changes what was sent and nothing else, and merges metadata', async () => {
    const { patch, created, clock, call, owner } = await anEndpoint();
    clock.advance(MINUTE_MS);
    const change = { url: 'https://partner.test/new', enabled_events: ['bot.failed'], status: 'disabled' };

    const answered = await patch({ ...change, metadata: { desk: 'b' } });

    const body = expectSuccess(contract, answered, 200);
    expect(body).toEqual({
      ...created,
      ...change,
      disabled_reason: 'requested',
      metadata: { team: 'a', desk: 'b' },
      updated_at: isoOf(later(noon, MINUTE_MS)),
    });
    expect((await call('GET', `/webhook_endpoints/${created.id}`, { key: owner.key })).body).toEqual(body);
  });

  it('200: tells the workspace in the same moment, and leaves its other endpoints alone', async () => {
    const { create, patch, created, notes } = await anEndpoint();
    const other = (await create()).body.id;

    await patch({ enabled_events: ['*', 'bot.failed'], status: 'disabled' });

    expect(await notes()).toEqual([
      { id: created.id, types: ['*'], enabled: false, pin: '2026-10-12' },
      { id: other, types: ['meeting.created'], enabled: true, pin: '2026-10-12' },
    ]);
    await patch({ status: 'enabled' });
    expect((await notes())[0]).toMatchObject({ types: ['*'], enabled: true });
  });

  it('200: keeps the secret and its version', async () => {
    const { patch, created, context } = await anEndpoint();
    const find = async () => (await storedEndpoints.find(context.table, created.id))?.state;
    const before = await find();

    const answered = await patch({ status: 'disabled' });

    expect(answered.body).not.toHaveProperty('secret');
    expect(await find()).toMatchObject({ sealedSecrets: before?.sealedSecrets, pin: before?.pin });
  });

  it.each([
    ['a version', '2025-11-25', '2025-11-25'],
    ['a date between two versions', '2026-10-10', '2026-10-09'],
    ['the oldest for a date before all', '1999-12-31', '2025-11-25'],
    ['the newest for a date to come', '2999-01-01', '2026-10-12'],
  ])('200: moves its pin to %s, for events from then on', async (_what, api_version, pin) => {
    const { patch, notes } = await anEndpoint();

    const answered = await patch({ api_version });

    expect(expectSuccess(contract, answered, 200).api_version).toBe(pin);
    expect(await notes()).toMatchObject([{ pin }]);
  });

  it.each([['2026-13-01'], ['latest'], [''], [20261012], [null]])(
    '422: does not move its pin to %j',
    async (version) => {
      const { patch, notes } = await anEndpoint();

      const answered = await patch({ api_version: version, status: 'disabled' });

      expect(answered.status).toBe(422);
      expect(await notes()).toMatchObject([{ pin: '2026-10-12', enabled: true }]);
    },
  );

  it('200: replaces all headers, keeps them where they are not named, and removes them', async () => {
    const { patch, context, created } = await anEndpoint();
    const stored = async () => {
      const endpoint = (await storedEndpoints.find(context.table, created.id))?.state;
      return endpoint && openCustomHeaders(context.sealer, endpoint);
    };

    await patch({ headers: { 'X-Old': 'old' } });
    const replaced = await patch({ headers: { 'X-New': 'new' } });
    await patch({ url: 'https://partner.test/elsewhere' });
    const kept = await stored();
    const removed = await patch({ headers: {} });

    expect(expectSuccess(contract, replaced, 200).headers).toEqual({ 'x-new': '********' });
    expect(kept).toEqual({ 'x-new': 'new' });
    expect([removed.body.headers, await stored()]).toEqual([{}, {}]);
  });

  it('422: does not take the headers along to another host unless they are sent with it', async () => {
    const { patch } = await anEndpoint();
    await patch({ headers: { 'X-Key': 'secret' } });
    const url = 'https://other.test/hooks';

    expect(refusal(await patch({ url }), 422)).toEqual(['invalid headers']);
    expect((await patch({ url, headers: { 'X-Key': 'secret' } })).status).toBe(200);
    expect((await patch({ url: 'https://third.test/hooks', headers: {} })).status).toBe(200);
  });

  it('200: sets and withdraws max_per_second', async () => {
    const { patch, create } = await anEndpoint();

    expect((await patch({ max_per_second: 5 })).body.max_per_second).toBe(5);
    expect((await patch({ status: 'enabled' })).body.max_per_second).toBe(5);
    expect((await patch({ max_per_second: null })).body.max_per_second).toBeNull();
    expect((await create({ max_per_second: 1_000 })).body.max_per_second).toBe(1_000);
  });

  it('200: replaces all filters, and removes them', async () => {
    const { patch } = await anEndpoint();
    const filterOf = (type: string) => ({ [type]: [{ path: 'title', operator: 'prefix', value: 'Weekly' }] });

    await patch({ filters: filterOf('meeting.created') });
    const replaced = await patch({ filters: filterOf('meeting.updated') });
    const kept = await patch({ status: 'disabled' });
    const removed = await patch({ filters: {} });

    expect(expectSuccess(contract, replaced, 200).filters).toEqual(filterOf('meeting.updated'));
    expect(kept.body.filters).toEqual(filterOf('meeting.updated'));
    expect(removed.body.filters).toEqual({});
  });

  it('200: writes nothing where nothing is new', async () => {
    const { patch, created, clock, dynamo } = await anEndpoint();
    const before = dynamo.items();
    clock.advance(MINUTE_MS);

    const answered = await patch({ url: created.url, status: 'enabled', metadata: { team: 'a' } });

    expect(expectSuccess(contract, answered, 200)).toEqual(created);
    expect(dynamo.items().map(({ revision }) => revision)).toEqual(before.map(({ revision }) => revision));
  });

  it('200: sets and withdraws disable_after_hours', async () => {
    const { patch } = await anEndpoint();

    expect((await patch({ disable_after_hours: 24 })).body.disable_after_hours).toBe(24);
    expect((await patch({ status: 'enabled' })).body.disable_after_hours).toBe(24);
    expect((await patch({ disable_after_hours: null })).body.disable_after_hours).toBeNull();
  });

  it('200: disabled, says by whom, and tells the other endpoints that name webhook_endpoint.disabled once', async () => {
    const { create, patch, created, context, dynamo } = await anEndpoint();
    const types = ['webhook_endpoint.disabled'];
    await patch({ enabled_events: types });
    const other = (await create({ enabled_events: types })).body.id;

    const answered = await patch({ status: 'disabled' });
    await patch({ status: 'disabled' });

    expect(answered.body).toMatchObject({ status: 'disabled', disabled_reason: 'requested' });
    const rows = dynamo.items().filter(({ type }) => type?.S === 'event');
    const events = await Promise.all(
      rows.map(({ pk }) => outboxRows(context.table).read(pk?.S as OutboxId, 'webhook_endpoint.disabled')),
    );
    expect(events).toMatchObject([{ endpoints: [{ id: other }], snapshot: { ...answered.body, id: created.id } }]);
  });

  it('200: enabled again, says nothing of the past', async () => {
    const { patch } = await anEndpoint();
    await patch({ status: 'disabled' });

    expect((await patch({ status: 'enabled' })).body).toMatchObject({ disabled_reason: null, failing_since: null });
  });

  it('200: of changes at the same moment none is lost', async () => {
    const { patch, created, call, owner } = await anEndpoint();

    const answers = await Promise.all([
      patch({ status: 'disabled' }),
      patch({ enabled_events: ['bot.failed'] }),
      patch({ metadata: { desk: 'b' } }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await call('GET', `/webhook_endpoints/${created.id}`, { key: owner.key })).body).toMatchObject({
      status: 'disabled',
      enabled_events: ['bot.failed'],
      metadata: { team: 'a', desk: 'b' },
    });
  });

  it('200: naming nothing changes nothing', async () => {
    const { patch, created } = await anEndpoint();

    expect((await patch({})).body.updated_at).toBe(created.updated_at);
  });

  it('409: while others change the workspace, again and again', async () => {
    const { created, owner, context, lookUp } = await anEndpoint();
    const busy = { save: () => Promise.reject(new LostRace()) };
    const contended = callsTo(webhookEndpoints({ ...context, lookUp, changes: busy }));

    const refused = await contended('PATCH', `/webhook_endpoints/${created.id}`, {
      key: owner.key,
      body: { status: 'disabled' },
    });

    expect(refusal(refused, 409)).toEqual(['conflict']);
  });

  it.each([
    [{ url: 'http://partner.test/hooks' }, ['invalid url']],
    [{ url: 'https://private.test/hooks' }, ['invalid url']],
    [{ url: 'https://10.0.0.1/hooks' }, ['invalid url']],
    [{ url: ' ' }, ['blank url']],
    [{ url: 7 }, ['invalid_type url']],
    [{ url: `https://partner.test/${'a'.repeat(2_048)}` }, ['too_long url']],
    [{ enabled_events: [] }, ['blank enabled_events']],
    [{ enabled_events: ['meeting.started'] }, ['inclusion enabled_events.0']],
    [{ status: 'paused' }, ['inclusion status']],
    [{ secret: 'a-secret-of-the-partner-itself' }, ['unknown_field secret']],
    [{ api_version: '2026-10' }, ['invalid_format api_version']],
    [{ metadata: { a: 'x'.repeat(501) } }, ['too_long metadata.a']],
  ])('422, and nothing changed: %j', async (body, codes) => {
    const { patch, call, created, owner } = await anEndpoint();

    expect(refusal(await patch(body), 422)).toEqual(codes);
    expect((await call('GET', `/webhook_endpoints/${created.id}`, { key: owner.key })).body).toEqual(created);
  });
});
