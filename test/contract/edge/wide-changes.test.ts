import { aPersonIn } from '#test/support/a-person-in';
import type { ApiResponse } from '#test/support/api-response';
import { describe, expect, it } from '#test/support/jest';
import { outboxTypes } from '#test/support/subscriptions';
import { useUpForFounder } from '#test/support/use-up-for-founder';
import { aConnectedPartner } from '../calendar-connections/a-connection.ts';
import { anOrderConversation } from '../conversations/an-order-conversation.ts';
import { aDeployment } from './a-deployment.ts';

/** An office with a resource of every kind whose changes many rows follow. */
async function anOffice() {
  const deployment = await aDeployment();
  const { call, owner, context, clock } = deployment;
  const send = (method: string, path: string, body?: object) =>
    call(method, path, { key: owner.key, ...(body && { body: { ...body } }) });
  const made = async (path: string, body: object) => {
    const { body: answered } = await send('POST', path, { workspace_id: owner.workspaceId, ...body });
    return String(answered.id);
  };
  const memberId = await made('/members', { name: 'Ada' });
  const settingsId = await made('/settings', { recording: { enabled: true }, scope: [`member:${memberId}`] });
  const { body: assigned } = await send('GET', `/settings_assignments?workspace_id=${owner.workspaceId}`);
  const office = {
    ...{ memberId, settingsId, assignmentId: String(assigned.data[0].id) },
    unassignedId: await made('/settings', { recording: { enabled: true } }),
    kitId: await made('/brand_kits', { name: 'Acme' }),
    personId: (await aPersonIn(deployment, owner.workspaceId, 'grace@navy.test')).per,
    textId: (await anOrderConversation(deployment.world, owner)).id,
    failedTextId: (
      await anOrderConversation(deployment.world, owner, { state: 'failed', failureReason: 'translation_failed' })
    ).id,
    usedKitId: await made('/brand_kits', { name: 'Used', workspace_ids: [owner.workspaceId] }),
    endpointId: await made('/webhook_endpoints', { url: 'https://partner.test/hooks', enabled_events: ['*'] }),
  };
  const use = (amount: number) => context.useOf('wide_changes', owner.workspaceId, clock.now(), amount);
  // Those of the story count for the minute before.
  clock.advance(60_000);
  return {
    ...deployment,
    ...office,
    send,
    useUp: () => context.limitCounter.take(use(use(1).most)),
    /** Whether so many more are within the limit. */
    hasRoomFor: (amount: number) =>
      context.limitCounter.take(use(amount)).then(
        () => true,
        () => false,
      ),
    most: use(1).most,
  };
}
type Office = Awaited<ReturnType<typeof anOffice>>;
type Change = (office: Office) => Promise<ApiResponse>;

const CHANGES: Readonly<Record<string, Change>> = {
  'DELETE /people/{id}': ({ send, personId }) => send('DELETE', `/people/${personId}`),
  'PATCH /workspaces/{id} of email_domains': ({ send, owner }) =>
    send('PATCH', `/workspaces/${owner.workspaceId}`, { email_domains: ['acme.test'] }),
  'PATCH /policies/{id} of a workspace': ({ send, owner }) =>
    send('PATCH', `/policies/${owner.workspaceId}`, { recording: { enabled: true } }),
  'PATCH /policies/{id} of a member': ({ send, memberId }) =>
    send('PATCH', `/policies/${memberId}`, { recording: { enabled: false } }),
  'POST /settings with a scope': ({ send, owner: { workspaceId } }) =>
    send('POST', '/settings', { workspace_id: workspaceId, recording: {}, scope: ['meetings:external'] }),
  'PATCH /settings/{id}': ({ send, settingsId }) =>
    send('PATCH', `/settings/${settingsId}`, { recording: { enabled: false } }),
  'DELETE /settings/{id}': ({ send, settingsId }) => send('DELETE', `/settings/${settingsId}`),
  'POST /settings_assignments': ({ send, unassignedId }) =>
    send('POST', '/settings_assignments', { settings_id: unassignedId, scope: ['meetings:external'] }),
  'DELETE /settings_assignments/{id}': ({ send, assignmentId }) =>
    send('DELETE', `/settings_assignments/${assignmentId}`),
  'POST /brand_kits with workspace_ids': ({ send, owner: { workspaceId } }) =>
    send('POST', '/brand_kits', { workspace_id: workspaceId, name: 'New', workspace_ids: [workspaceId] }),
  'PATCH /brand_kits/{id} of workspace_ids': ({ send, kitId, owner: { workspaceId } }) =>
    send('PATCH', `/brand_kits/${kitId}`, { workspace_ids: [workspaceId] }),
  'PATCH /brand_kits/{id} of the name of bots': ({ send, kitId }) =>
    send('PATCH', `/brand_kits/${kitId}`, { bot: { name: 'Scribe' } }),
  'DELETE /brand_kits/{id}': ({ send, usedKitId }) => send('DELETE', `/brand_kits/${usedKitId}`),
  'PATCH /webhook_endpoints/{id} that disables it': ({ send, endpointId }) =>
    send('PATCH', `/webhook_endpoints/${endpointId}`, { status: 'disabled' }),
  'DELETE /webhook_endpoints/{id}': ({ send, endpointId }) => send('DELETE', `/webhook_endpoints/${endpointId}`),
  'POST /members with an email': ({ send, owner: { workspaceId } }) =>
    send('POST', '/members', { workspace_id: workspaceId, name: 'Bob', email: 'bob@acme.test' }),
  'DELETE /conversations/{id} with permanent': ({ send, textId }) =>
    send('DELETE', `/conversations/${textId}?permanent=true`),
  'DELETE /members/{id}': ({ send, memberId }) => send('DELETE', `/members/${memberId}`),
};

describe.each(Object.entries(CHANGES))('%s', (_name, change) => {
  it('counts as one change that many rows follow', async () => {
    const office = await anOffice();

    expect((await change(office)).status).toBeLessThan(300);

    expect(await office.hasRoomFor(office.most - 1)).toBe(true);
    expect(await office.hasRoomFor(1)).toBe(false);
  });

  it('429: is refused beyond the limit, and starts no job', async () => {
    const office = await anOffice();
    await office.useUp();
    const before = outboxTypes(office.world);

    const answer = await change(office);

    expect([answer.status, answer.body.errors[0].code]).toEqual([429, 'rate_limited']);
    expect(outboxTypes(office.world)).toEqual(before);
    office.clock.advance(Number(answer.body.retry_in_seconds) * 1000);
    expect((await change(office)).status).toBeLessThan(300);
  });
});

const NARROW: Readonly<Record<string, Change>> = {
  'PATCH /workspaces/{id} of the name': ({ send, owner }) =>
    send('PATCH', `/workspaces/${owner.workspaceId}`, { name: 'Acme & Sons' }),
  'PATCH /webhook_endpoints/{id} of the URL': ({ send, endpointId }) =>
    send('PATCH', `/webhook_endpoints/${endpointId}`, { url: 'https://partner.test/others' }),
  'PATCH /settings/{id} with the values that they have': ({ send, settingsId }) =>
    send('PATCH', `/settings/${settingsId}`, { recording: { enabled: true } }),
  'POST /settings without a scope': ({ send, owner }) =>
    send('POST', '/settings', { workspace_id: owner.workspaceId, recording: { enabled: true } }),
  'POST /members without an email': ({ send, owner }) =>
    send('POST', '/members', { workspace_id: owner.workspaceId, name: 'Bob' }),
  'DELETE /conversations/{id} with permanent, of one without a text': ({ send, failedTextId }) =>
    send('DELETE', `/conversations/${failedTextId}?permanent=true`),
  'DELETE /workspaces/{id}': ({ send, owner }) => send('DELETE', `/workspaces/${owner.workspaceId}`),
};

it.each(Object.entries(NARROW))('%s is not limited as a change that many rows follow', async (_name, change) => {
  const office = await anOffice();
  await office.useUp();

  expect((await change(office)).status).toBeLessThan(300);
});

it('DELETE /calendar_connections/{id} is limited as a change that many rows follow', async () => {
  const partner = await aConnectedPartner();
  const { context, clock } = partner.world;
  const connection = await partner.connect(await partner.aMember('Ada'));
  await partner.sync(connection);
  clock.advance(60_000);
  const most = context.useOf('wide_changes', partner.owner.workspaceId, clock.now()).most;
  await context.limitCounter.take(context.useOf('wide_changes', partner.owner.workspaceId, clock.now(), most));

  expect((await partner.disconnect(connection.id)).status).toBe(429);
});

it('429: all workspaces that one user founded have a limit together, and those of others do not', async () => {
  const { send, owner, world, context, clock, call } = await anOffice();
  const { id: workspaceId } = await world.aWorkspaceOf(owner.userId, 'Two');
  const change = (id: string, nth: number) => send('PATCH', `/workspaces/${id}`, { email_domains: [`d${nth}.test`] });
  await useUpForFounder(context, 'wide_changes', { workspaceId, userId: owner.userId });
  const before = outboxTypes(world);

  const refused = await change(workspaceId, 0);

  expect([refused.status, refused.body.errors[0].code]).toEqual([429, 'rate_limited']);
  expect(refused.body.errors[0].message).toContain('240 changes a minute in all workspaces that one user founded');
  expect(outboxTypes(world)).toEqual(before);
  const other = await world.anOwner('Other');
  const body = { email_domains: ['o.test'] };
  expect((await call('PATCH', `/workspaces/${other.workspaceId}`, { key: other.key, body })).status).toBe(200);
  clock.advance(60_000);
  expect((await change(workspaceId, 0)).status).toBe(200);
});
