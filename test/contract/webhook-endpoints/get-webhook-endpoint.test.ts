import { describe, expect, it } from '@jest/globals';
import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { getWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { expectAnswer, expectRefusal } from '#test/support/answers';
import { countedCallsTo } from '#test/support/counted-world';
import { aWorldWithAnOwner } from './an-endpoint.ts';

describe('GET /webhook_endpoints/{id}', () => {
  it('200: the endpoint, without the secret that creating it showed', async () => {
    const { create, call, owner } = await aWorldWithAnOwner();
    const { secret: _shownOnce, ...created } = (await create()).body;

    const answered = await call('GET', `/webhook_endpoints/${created.id}`, { key: owner.key });

    expect(expectAnswer(getWebhookEndpointContract, answered, 200)).toEqual(created);
  });

  it('200: costs two round trips', async () => {
    const world = await aWorldWithAnOwner();
    const { body } = await world.create();
    const call = countedCallsTo(world, (context) => webhookEndpoints({ ...context, lookUp: world.lookUp }));

    const { answer, tally } = await call('GET', `/webhook_endpoints/${body.id}`, { key: world.owner.key });

    expect(answer.status).toBe(200);
    expect(tally.trips).toBeLessThanOrEqual(2);
  });

  it('401: without a key', async () => {
    const { create, call } = await aWorldWithAnOwner();
    const { body } = await create();

    const refused = await call('GET', `/webhook_endpoints/${body.id}`);

    expect(expectRefusal(getWebhookEndpointContract, refused, 401)).toEqual(['missing_api_key']);
  });

  it.each(['member', 'guest'] as const)('403: a %s', async (role) => {
    const { create, call, owner, aColleague } = await aWorldWithAnOwner();
    const { body } = await create();
    const { key } = await aColleague(owner.workspaceId, role);

    const refused = await call('GET', `/webhook_endpoints/${body.id}`, { key });

    expect(expectRefusal(getWebhookEndpointContract, refused, 403)).toEqual(['workspace_access_not_allowed']);
  });

  it('404: an unknown id, one of another workspace, and a malformed id', async () => {
    const { create, call, owner, anOwner, context } = await aWorldWithAnOwner();
    const { body } = await create();
    const stranger = await anOwner('Other');

    const answers = [
      await call('GET', `/webhook_endpoints/${context.ids.make('whe')}`, { key: owner.key }),
      await call('GET', `/webhook_endpoints/${body.id}`, { key: stranger.key }),
      await call('GET', '/webhook_endpoints/whe_1', { key: owner.key }),
    ];

    for (const refused of answers)
      expect(expectRefusal(getWebhookEndpointContract, refused, 404)).toEqual(['not_found']);
  });
});
