import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { workspaces } from '#shared/accounts/workspaces/store';
import { LostRace } from '#shared/foundation/core/store';
import { deleteWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aWorldWithAnOwner } from './an-endpoint.ts';

describe('DELETE /webhook_endpoints/{id}', () => {
  it('200: the endpoint as it was left, and no note of it on the workspace', async () => {
    const { create, call, owner, context } = await aWorldWithAnOwner();
    const { secret: _shownOnce, ...created } = (await create()).body;
    const kept = (await create()).body.id;

    const answered = await call('DELETE', `/webhook_endpoints/${created.id}`, { key: owner.key });

    expect(expectSuccess(deleteWebhookEndpointContract, answered, 200)).toEqual(created);
    const workspace = await workspaces.find(context.table, owner.workspaceId);
    expect(workspace?.state.endpoints.map(({ id }) => id)).toEqual([kept]);
  });

  it('200 for one of two at once, 404 for the other', async () => {
    const { create, call, owner } = await aWorldWithAnOwner();
    const { body } = await create();
    const remove = () => call('DELETE', `/webhook_endpoints/${body.id}`, { key: owner.key });

    const answers = await Promise.all([remove(), remove()]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('404: once it is deleted', async () => {
    const { create, call, owner } = await aWorldWithAnOwner();
    const gone = (await create()).body.id;
    await call('DELETE', `/webhook_endpoints/${gone}`, { key: owner.key });

    const again = await call('DELETE', `/webhook_endpoints/${gone}`, { key: owner.key });
    const read = await call('GET', `/webhook_endpoints/${gone}`, { key: owner.key });

    for (const refused of [again, read])
      expect(expectError(deleteWebhookEndpointContract, refused, 404)).toEqual(['not_found']);
  });

  it('409: while others change the workspace, again and again', async () => {
    const { create, call, owner, context } = await aWorldWithAnOwner();
    const { body } = await create();
    const busy = { save: () => Promise.reject(new LostRace()) };
    const contended = callsTo(webhookEndpoints({ ...context, lookUp: async () => [], changes: busy }));

    const refused = await contended('DELETE', `/webhook_endpoints/${body.id}`, { key: owner.key });

    expect(expectError(deleteWebhookEndpointContract, refused, 409)).toEqual(['conflict']);
    expect((await call('GET', `/webhook_endpoints/${body.id}`, { key: owner.key })).status).toBe(200);
  });
});
