import { CliError } from '#bin/cli/cli-error';
import { movePin } from '#bin/operator/pin';
import { userKey } from '#shared/accounts/identity/credentials-store';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { UserId, WebhookEndpointId } from '#shared/foundation/core/ids';
import { moveEndpointPin } from '#shared/webhooks/endpoints/commands/save-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';
import { aDeployment } from '#test/contract/edge/a-deployment';
import { describe, expect, it } from '#test/support/jest';

const [OLDER, NEWEST] = ['2026-10-09', '2026-10-12'];
const UNKNOWN_USER = 'usr_01kcw3v9e2f3hb5wnkq8zr6m4t' as UserId;
const UNKNOWN_ENDPOINT = 'whe_01kcw3v9e2f3hb5wnkq8zr6m4t' as WebhookEndpointId;

describe('moving the pin of a key', () => {
  it('applies to its next request', async () => {
    const { call, owner, context } = await aDeployment();
    const served = async () => (await call('GET', '/workspaces', { key: owner.key })).headers['service-version'];
    expect(await served()).toBe(NEWEST);

    const message = await movePin(context, { key: owner.userId }, OLDER);

    expect(message).toBe(`The key of ${owner.userId} (owner@acme.test) is pinned to 2026-10-09; it was 2026-10-12.`);
    expect(await served()).toBe(OLDER);
    await movePin(context, { key: owner.userId }, NEWEST);
    expect(await served()).toBe(NEWEST);
  });

  it('applies before the first call, which then does not change the pin', async () => {
    const { call, owner, context } = await aDeployment();

    const message = await movePin(context, { key: owner.userId }, OLDER);

    expect(message).toMatch(/it was not pinned yet\.$/);
    expect((await call('GET', '/workspaces', { key: owner.key })).headers['service-version']).toBe(OLDER);
    expect((await userKey(context.table, owner.userId))?.pin).toBe(OLDER);
  });

  it('fails for an unknown user and writes nothing', async () => {
    const { context, dynamo } = await aDeployment();
    const before = dynamo.items().length;

    await expect(movePin(context, { key: UNKNOWN_USER }, OLDER)).rejects.toThrow(
      new CliError(`There is no user ${UNKNOWN_USER}`),
    );
    expect(dynamo.items()).toHaveLength(before);
  });
});

/** An endpoint that is pinned to the newest version. */
async function anEndpoint() {
  const deployment = await aDeployment();
  const { call, owner, context } = deployment;
  const body = { workspace_id: owner.workspaceId, url: 'https://partner.test/hooks', enabled_events: ['*'] };
  const { id } = (await call('POST', '/webhook_endpoints', { key: owner.key, body })).body;
  const pins = async () => {
    const [endpoint, workspace] = await Promise.all([
      webhookEndpoints.find(context.table, id),
      workspaces.find(context.table, owner.workspaceId),
    ]);
    return [endpoint?.state.pin, ...(workspace?.state.endpoints ?? []).map(({ pin }) => pin)];
  };
  return { ...deployment, id: id as WebhookEndpointId, pins };
}

describe('moving the pin of a webhook endpoint', () => {
  it('changes it in the endpoint and in the workspace, which the fan-out reads', async () => {
    const { context, id, pins, call, owner } = await anEndpoint();

    const message = await movePin(context, { endpoint: id }, OLDER);

    expect(message).toBe(
      `The webhook endpoint ${id} (https://partner.test/hooks) is pinned to 2026-10-09; it was 2026-10-12.`,
    );
    expect(await pins()).toEqual([OLDER, OLDER]);
    expect((await call('GET', `/webhook_endpoints/${id}`, { key: owner.key })).body.api_version).toBe(OLDER);
  });

  it('changes both or neither during concurrent updates', async () => {
    const { context, id, pins, call, owner } = await anEndpoint();
    const patch = (url: string) => call('PATCH', `/webhook_endpoints/${id}`, { key: owner.key, body: { url } });

    await Promise.all([
      moveEndpointPin(context)(id, OLDER),
      patch('https://partner.test/new'),
      moveEndpointPin(context)(id, OLDER),
    ]);

    expect(await pins()).toEqual([OLDER, OLDER]);
    expect((await webhookEndpoints.find(context.table, id))?.state.url).toBe('https://partner.test/new');
  });

  it('writes nothing when the endpoint has that version already', async () => {
    const { context, id } = await anEndpoint();
    const before = await webhookEndpoints.find(context.table, id);

    await movePin(context, { endpoint: id }, NEWEST);

    expect(await webhookEndpoints.find(context.table, id)).toEqual(before);
  });

  it('fails for an unknown endpoint', async () => {
    const { context } = await aDeployment();

    await expect(movePin(context, { endpoint: UNKNOWN_ENDPOINT }, OLDER)).rejects.toThrow(
      new CliError(`There is no webhook endpoint ${UNKNOWN_ENDPOINT}`),
    );
  });
});
