import { describe, expect, it } from '@jest/globals';
import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { LostRace } from '#shared/core/store';
import { isoOf, later, MINUTE_MS } from '#shared/core/time';
import { updateWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { webhookEndpointStore } from '#shared/webhooks/endpoints/store';
import { workspaceStore } from '#shared/workspaces/store';
import type { Answered } from '#test/support/answered';
import { expectAnswer, expectRefusal } from '#test/support/answers';
import { callsTo, noon } from '#test/support/api';
import { countedCallsTo } from '#test/support/counted-world';
import { aWorldWithAnOwner } from './an-endpoint.ts';

const contract = updateWebhookEndpointContract;
const refusal = (answered: Answered, status: number) => expectRefusal(contract, answered, status);

async function anEndpoint() {
  const world = await aWorldWithAnOwner();
  const { secret: _shownOnce, ...created } = (await world.create({ metadata: { team: 'a' } })).body;
  const patch = (body: unknown, key = world.owner.key) =>
    world.call('PATCH', `/webhook_endpoints/${created.id}`, { key, body });
  const notes = async () =>
    (await workspaceStore(world.context.table).find(world.owner.workspaceId))?.state.endpoints ?? [];
  return { ...world, created, patch, notes };
}

describe('PATCH /webhook_endpoints/{id}', () => {
  it('200: changes what was sent and nothing else, and merges metadata', async () => {
    const { patch, created, clock, call, owner } = await anEndpoint();
    clock.advance(MINUTE_MS);
    const change = { url: 'https://partner.test/new', enabled_events: ['bot.failed'], status: 'disabled' };

    const answered = await patch({ ...change, metadata: { desk: 'b' } });

    const body = expectAnswer(contract, answered, 200);
    expect(body).toEqual({
      ...created,
      ...change,
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
    const find = async () => (await webhookEndpointStore(context.table).find(created.id))?.state;
    const before = await find();

    const answered = await patch({ status: 'disabled' });

    expect(answered.body).not.toHaveProperty('secret');
    expect(await find()).toMatchObject({ sealedSecrets: before?.sealedSecrets, pin: before?.pin });
  });

  it('200: writes nothing where nothing is new', async () => {
    const { patch, created, clock, dynamo } = await anEndpoint();
    const before = dynamo.items();
    clock.advance(MINUTE_MS);

    const answered = await patch({ url: created.url, status: 'enabled', metadata: { team: 'a' } });

    expect(expectAnswer(contract, answered, 200)).toEqual(created);
    expect(dynamo.items().map(({ revision }) => revision)).toEqual(before.map(({ revision }) => revision));
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

  it('200: costs three round trips', async () => {
    const { created, owner, lookUp, ...world } = await anEndpoint();
    const call = countedCallsTo(world, (context) => webhookEndpoints({ ...context, lookUp }));

    const { answer, tally } = await call('PATCH', `/webhook_endpoints/${created.id}`, {
      key: owner.key,
      body: { status: 'disabled' },
    });

    expect(answer.status).toBe(200);
    expect(tally.trips).toBeLessThanOrEqual(3);
  });

  it('200: naming nothing changes nothing', async () => {
    const { patch, created } = await anEndpoint();

    expect((await patch({})).body.updated_at).toBe(created.updated_at);
  });

  it('401: without a key, and as a plain member', async () => {
    const { patch, call, created, owner, aColleague } = await anEndpoint();
    const { key } = await aColleague(owner.workspaceId, 'member');

    const keyless = await call('PATCH', `/webhook_endpoints/${created.id}`, { body: { status: 'disabled' } });

    expect(refusal(keyless, 401)).toEqual(['missing_api_key']);
    expect(refusal(await patch({ status: 'disabled' }, key), 401)).toEqual(['unauthorized']);
  });

  it('404: once it is gone, and for one of another workspace', async () => {
    const { patch, call, created, owner, anOwner } = await anEndpoint();
    const stranger = await anOwner('Other');

    expect(refusal(await patch({ status: 'disabled' }, stranger.key), 404)).toEqual(['not_found']);
    await call('DELETE', `/webhook_endpoints/${created.id}`, { key: owner.key });
    expect(refusal(await patch({ status: 'disabled' }), 404)).toEqual(['not_found']);
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
    [{ api_version: '2026-10-12' }, ['unknown_field api_version']],
    [{ metadata: { a: 'x'.repeat(501) } }, ['too_long metadata.a']],
  ])('422, and nothing changed: %j', async (body, codes) => {
    const { patch, call, created, owner } = await anEndpoint();

    expect(refusal(await patch(body), 422)).toEqual(codes);
    expect((await call('GET', `/webhook_endpoints/${created.id}`, { key: owner.key })).body).toEqual(created);
  });
});
