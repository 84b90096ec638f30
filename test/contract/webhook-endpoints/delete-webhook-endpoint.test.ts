import { describe, expect, it } from '@jest/globals';
import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { LostRace } from '#shared/core/store';
import { deleteWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { workspaceStore } from '#shared/workspaces/store';
import { expectAnswer, expectRefusal } from '#test/support/answers';
import { callsTo } from '#test/support/api';
import { countedCallsTo } from '#test/support/counted-world';
import { aWorldWithAnOwner } from './an-endpoint.ts';

describe('DELETE /webhook_endpoints/{id}', () => {
  it('200: the endpoint as it was left, and no note of it on the workspace', async () => {
    const { create, call, owner, context } = await aWorldWithAnOwner();
    const { secret: _shownOnce, ...created } = (await create()).body;
    const kept = (await create()).body.id;

    const answered = await call('DELETE', `/webhook_endpoints/${created.id}`, { key: owner.key });

    expect(expectAnswer(deleteWebhookEndpointContract, answered, 200)).toEqual(created);
    const workspace = await workspaceStore(context.table).find(owner.workspaceId);
    expect(workspace?.state.endpoints.map(({ id }) => id)).toEqual([kept]);
  });

  it('200 for one of two at once, 404 for the other', async () => {
    const { create, call, owner } = await aWorldWithAnOwner();
    const { body } = await create();
    const remove = () => call('DELETE', `/webhook_endpoints/${body.id}`, { key: owner.key });

    const answers = await Promise.all([remove(), remove()]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('200: costs three round trips', async () => {
    const world = await aWorldWithAnOwner();
    const { body } = await world.create();
    const call = countedCallsTo(world, (context) => webhookEndpoints({ ...context, lookUp: world.lookUp }));

    const { answer, tally } = await call('DELETE', `/webhook_endpoints/${body.id}`, { key: world.owner.key });

    expect(answer.status).toBe(200);
    expect(tally.trips).toBeLessThanOrEqual(3);
  });

  it('401: without a key, and as a plain member', async () => {
    const { create, call, owner, aColleague } = await aWorldWithAnOwner();
    const { body } = await create();
    const { key } = await aColleague(owner.workspaceId, 'member');

    const keyless = await call('DELETE', `/webhook_endpoints/${body.id}`);
    const refused = await call('DELETE', `/webhook_endpoints/${body.id}`, { key });

    expect(expectRefusal(deleteWebhookEndpointContract, keyless, 401)).toEqual(['missing_api_key']);
    expect(expectRefusal(deleteWebhookEndpointContract, refused, 401)).toEqual(['unauthorized']);
  });

  it('404: once it is gone, and for one of another workspace', async () => {
    const { create, call, owner, anOwner } = await aWorldWithAnOwner();
    const gone = (await create()).body.id;
    const there = (await create()).body.id;
    const stranger = await anOwner('Other');
    await call('DELETE', `/webhook_endpoints/${gone}`, { key: owner.key });

    const again = await call('DELETE', `/webhook_endpoints/${gone}`, { key: owner.key });
    const foreign = await call('DELETE', `/webhook_endpoints/${there}`, { key: stranger.key });
    const read = await call('GET', `/webhook_endpoints/${gone}`, { key: owner.key });

    for (const refused of [again, foreign, read])
      expect(expectRefusal(deleteWebhookEndpointContract, refused, 404)).toEqual(['not_found']);
  });

  it('409: while others change the workspace, again and again', async () => {
    const { create, call, owner, context } = await aWorldWithAnOwner();
    const { body } = await create();
    const busy = { save: () => Promise.reject(new LostRace()) };
    const contended = callsTo(webhookEndpoints({ ...context, lookUp: async () => [], changes: busy }));

    const refused = await contended('DELETE', `/webhook_endpoints/${body.id}`, { key: owner.key });

    expect(expectRefusal(deleteWebhookEndpointContract, refused, 409)).toEqual(['conflict']);
    expect((await call('GET', `/webhook_endpoints/${body.id}`, { key: owner.key })).status).toBe(200);
  });
});
