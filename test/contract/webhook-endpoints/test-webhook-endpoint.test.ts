import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import type { Instant } from '#shared/foundation/core/time';
import { testWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { PUBLIC_EVENTS } from '#shared/webhooks/endpoints/rules/public-events';
import { callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { aReceiver } from '#test/support/receiver';
import { stateOfRow } from '#test/support/stored-state';
import { aWorldWithAnOwner } from './an-endpoint.ts';

const contract = testWebhookEndpointContract;
const refusal = (answered: ApiResponse, status: number) => expectError(contract, answered, status);

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** An endpoint whose receiver listens on loopback, as a local stack allows; the clock is a real one's, for its signature. */
async function anEndpoint(wanted: object = {}, answers = 204) {
  const receiver = await aReceiver(() => answers);
  open.push(receiver.close);
  const world = await aWorldWithAnOwner({ allowLocalReceivers: true });
  world.clock.set(Date.now() as Instant);
  const { secret, ...created } = (await world.create({ url: receiver.url, ...wanted })).body;
  receiver.trust(secret);
  const path = `/webhook_endpoints/${created.id}/test`;
  const test = (body: unknown = {}, key = world.owner.key) => world.call('POST', path, { key, body });
  return { ...world, created, path, test, received: receiver.received };
}

describe('POST /webhook_endpoints/{id}/test', () => {
  it('200: what the receiver answered to a genuine event that says it is a test', async () => {
    const { test, received } = await anEndpoint();

    const body = expectSuccess(contract, await test(), 200);

    expect(body).toMatchObject({ object: 'webhook_test', type: 'meeting.created', response_status: 204, error: null });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ type: 'meeting.created', genuine: true });
    expect(received[0]?.id).toMatch(/^evt_/);
    expect(JSON.parse(`${received[0]?.body}`).test).toBe(true);
  });

  it('200: with the headers of its owner', async () => {
    const { test, received } = await anEndpoint({ headers: { 'X-Gateway-Key': 'linnet' } });

    expectSuccess(contract, await test(), 200);

    expect(received[0]?.headers).toMatchObject({ 'x-gateway-key': 'linnet', 'content-type': 'application/json' });
  });

  it.each(PUBLIC_EVENTS)('200: a sample of %s', async (type) => {
    const { test, received, owner } = await anEndpoint();

    expect(expectSuccess(contract, await test({ type }), 200).type).toBe(type);
    const [resource] = type.split('.');
    expect(received[0]?.object).toMatchObject({ object: resource, workspace_id: owner.workspaceId });
    // Usage is of a month, and has no id.
    if (resource !== 'usage') expect(received[0]?.object.id).toMatch(/_0{26}$/);
  });

  it('200: at the version of the endpoint, and to a disabled one', async () => {
    const { test, received, call, created, owner } = await anEndpoint({ api_version: '2025-11-25' });
    await call('PATCH', `/webhook_endpoints/${created.id}`, { key: owner.key, body: { status: 'disabled' } });

    await test({ type: 'calendar_connection.connected' });

    expect(received[0]?.object.method).toBe('oauth');
  });

  it('200: a refusal of the receiver is an answer like any other, and nothing is kept or tried again', async () => {
    const { test, received, dynamo } = await anEndpoint({}, 500);
    const kept = () => dynamo.items().filter(({ pk }) => !String(pk?.S).startsWith('LIMIT#'));
    const before = kept().length;

    expect(expectSuccess(contract, await test(), 200)).toMatchObject({ response_status: 500, error: null });
    expect(received).toHaveLength(1);
    expect(kept()).toHaveLength(before);
  });

  it('200: not a byte goes to an address that became private', async () => {
    const { create, call, owner, context } = await aWorldWithAnOwner();
    const { id } = (await create()).body;
    const moved = callsTo(webhookEndpoints({ ...context, lookUp: async () => ['10.0.0.1'] }));

    const answered = await moved('POST', `/webhook_endpoints/${id}/test`, { key: owner.key, body: {} });

    expect(expectSuccess(contract, answered, 200)).toMatchObject({ response_status: null, error: 'blocked_address' });
    expect((await call('GET', `/webhook_endpoints/${id}`, { key: owner.key })).status).toBe(200);
  });

  it('200: sends nothing if the secret does not decrypt', async () => {
    const { test, received, dynamo, created } = await anEndpoint();
    const row = dynamo.items().find(({ pk }) => pk?.S === created.id);
    const sealedSecrets = [{ sealed: 'bm90IHNlYWxlZA==', until: null }];
    const state = { S: JSON.stringify({ ...stateOfRow(row), sealedSecrets }) };
    await dynamo.send(new PutItemCommand({ TableName: 'main', Item: { ...row, state } }));

    expect(expectSuccess(contract, await test(), 200)).toMatchObject({ response_status: null, error: 'render_error' });
    expect(received).toEqual([]);
  });

  it('200: with no body at all', async () => {
    const { call, path, owner } = await anEndpoint();

    expectSuccess(contract, await call('POST', path, { key: owner.key }), 200);
  });

  it('401, 404: sends nothing for a caller without a key, without the role, and of another workspace', async () => {
    const { test, call, path, owner, anOwner, aColleague, received } = await anEndpoint();
    const { key } = await aColleague(owner.workspaceId, 'member');
    const stranger = await anOwner('Other');

    expect(refusal(await call('POST', path, { body: {} }), 401)).toEqual(['missing_api_key']);
    expect(refusal(await test({}, key), 401)).toEqual(['unauthorized']);
    expect(refusal(await test({}, stranger.key), 404)).toEqual(['not_found']);
    expect(received).toEqual([]);
  });

  it.each([
    [{ type: 'meeting.started' }, ['inclusion type']],
    [{ url: 'https://10.0.0.1' }, ['unknown_field url']],
  ])('422: %j', async (body, codes) => {
    const { test, received } = await anEndpoint();

    expect(refusal(await test(body), 422)).toEqual(codes);
    expect(received).toEqual([]);
  });
});
