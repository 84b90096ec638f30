import { getWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aWorldWithAnOwner } from './an-endpoint.ts';

describe('GET /webhook_endpoints/{id}', () => {
  it('200: the endpoint, without the secret that creating it showed', async () => {
    const { create, call, owner } = await aWorldWithAnOwner();
    const { secret: _shownOnce, ...created } = (await create()).body;

    const answered = await call('GET', `/webhook_endpoints/${created.id}`, { key: owner.key });

    expect(expectSuccess(getWebhookEndpointContract, answered, 200)).toEqual(created);
  });
});
