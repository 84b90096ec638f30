import { describe, expect, it } from '@jest/globals';
import { CouldNotStart } from '#bin/could-not-start';
import { movePin } from '#bin/move-pin';
import type { UserId, WebhookEndpointId } from '#shared/core/ids';
import { moveEndpointPin } from '#shared/webhooks/endpoints/commands/move-endpoint-pin';
import { webhookEndpointStore } from '#shared/webhooks/endpoints/store';
import { workspaceStore } from '#shared/workspaces/store';
import { aDeployment } from '#test/contract/edge/a-deployment';

const [OLDER, NEWEST] = ['2026-10-09', '2026-10-12'];
const NOBODY = 'usr_01kcw3v9e2f3hb5wnkq8zr6m4t' as UserId;
const NONE = 'whe_01kcw3v9e2f3hb5wnkq8zr6m4t' as WebhookEndpointId;

describe('moving the pin of a key', () => {
  it('serves its next request at the version, until it is moved again', async () => {
    const { call, owner, around } = await aDeployment();
    const served = async () => (await call('GET', '/workspaces', { key: owner.key })).headers['service-version'];
    expect(await served()).toBe(NEWEST);

    const said = await movePin(around.table, { key: owner.userId }, OLDER);

    expect(said).toBe(`The key of ${owner.userId} (owner@acme.test) is pinned to 2026-10-09; it was 2026-10-12.`);
    expect(await served()).toBe(OLDER);
    await movePin(around.table, { key: owner.userId }, NEWEST);
    expect(await served()).toBe(NEWEST);
  });

  it('stands before the first call, which then pins nothing', async () => {
    const { call, owner, around } = await aDeployment();

    const said = await movePin(around.table, { key: owner.userId }, OLDER);

    expect(said).toMatch(/it was not pinned yet\.$/);
    expect((await call('GET', '/workspaces', { key: owner.key })).headers['service-version']).toBe(OLDER);
    expect((await around.edge.users.key(owner.userId))?.pin).toBe(OLDER);
  });

  it('refuses a user that nobody is, and leaves nothing behind', async () => {
    const { around, dynamo } = await aDeployment();
    const before = dynamo.items().length;

    await expect(movePin(around.table, { key: NOBODY }, OLDER)).rejects.toThrow(
      new CouldNotStart(`There is no user ${NOBODY}`),
    );
    expect(dynamo.items()).toHaveLength(before);
  });
});

/** An endpoint of the newest version, and what is kept of it. */
async function anEndpoint() {
  const deployment = await aDeployment();
  const { call, owner, around } = deployment;
  const body = { workspace_id: owner.workspaceId, url: 'https://partner.test/hooks', enabled_events: ['*'] };
  const { id } = (await call('POST', '/webhook_endpoints', { key: owner.key, body })).body;
  const stores = { endpoints: webhookEndpointStore(around.table), workspaces: workspaceStore(around.table) };
  const pins = async () => {
    const [endpoint, workspace] = await Promise.all([
      stores.endpoints.find(id),
      stores.workspaces.find(owner.workspaceId),
    ]);
    return [endpoint?.state.pin, ...(workspace?.state.endpoints ?? []).map(({ pin }) => pin)];
  };
  return { ...deployment, id: id as WebhookEndpointId, stores, pins };
}

describe('moving the pin of a webhook endpoint', () => {
  it('moves it in its row and in the note that events go by', async () => {
    const { around, id, pins, call, owner } = await anEndpoint();

    const said = await movePin(around.table, { endpoint: id }, OLDER);

    expect(said).toBe(
      `The webhook endpoint ${id} (https://partner.test/hooks) is pinned to 2026-10-09; it was 2026-10-12.`,
    );
    expect(await pins()).toEqual([OLDER, OLDER]);
    expect((await call('GET', `/webhook_endpoints/${id}`, { key: owner.key })).body.api_version).toBe(OLDER);
  });

  it('writes both or neither, whatever its owner does at the same moment', async () => {
    const { around, id, pins, stores, call, owner } = await anEndpoint();
    const patch = (url: string) => call('PATCH', `/webhook_endpoints/${id}`, { key: owner.key, body: { url } });

    await Promise.all([
      moveEndpointPin({ ...around, ...stores })(id, OLDER),
      patch('https://partner.test/new'),
      moveEndpointPin({ ...around, ...stores })(id, OLDER),
    ]);

    expect(await pins()).toEqual([OLDER, OLDER]);
    expect((await stores.endpoints.find(id))?.state.url).toBe('https://partner.test/new');
  });

  it('writes nothing where it is there already', async () => {
    const { around, id, stores } = await anEndpoint();
    const before = await stores.endpoints.find(id);

    await movePin(around.table, { endpoint: id }, NEWEST);

    expect(await stores.endpoints.find(id)).toEqual(before);
  });

  it('refuses an endpoint that is not there', async () => {
    const { around } = await aDeployment();

    await expect(movePin(around.table, { endpoint: NONE }, OLDER)).rejects.toThrow(
      new CouldNotStart(`There is no webhook endpoint ${NONE}`),
    );
  });
});
