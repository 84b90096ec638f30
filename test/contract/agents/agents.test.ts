import { workspaces } from '#functions/api/workspaces/index';
import { removeFromWorkspace } from '#shared/accounts/identity/commands/remove-from-workspace';
import { agentsOf } from '#shared/accounts/oauth/agents-store';
import { auditEventEntity } from '#shared/foundation/audit-events/row';
import type { UserId } from '#shared/foundation/core/ids';
import { DAY_MS } from '#shared/foundation/core/time';
import { callsTo } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { anAgentsOffice } from '../connector/an-agents-office.ts';

/** A workspace of an owner and a member, and the API. */
async function aTeam() {
  const office = await anAgentsOffice();
  const { world, owner, anAgentOf } = office;
  const member = await world.aColleague(owner.workspaceId, 'member');
  const call = callsTo(workspaces(world.context));
  const workspace_id = owner.workspaceId;
  const connect = async (userId: UserId) => {
    world.clock.advance(1000);
    return anAgentOf(userId);
  };
  return {
    ...office,
    member,
    connect,
    list: (query = '', key = owner.key) => call('GET', `/agents?workspace_id=${workspace_id}${query}`, { key }),
    end: (id: string, { key, workspaceId } = owner as { key: string; workspaceId: string }) =>
      call('DELETE', `/agents/${id}?workspace_id=${workspaceId}`, { key }),
    follow: (url: string) => call('GET', url.slice(url.indexOf('/agents')), { key: owner.key }),
  };
}

const idsOf = (answered: { readonly body: { readonly data: readonly { readonly id: string }[] } }) =>
  answered.body.data.map(({ id }) => id);

describe('GET /agents', () => {
  it('200: the agents of all users of the workspace, of a user the newest first, and none of others', async () => {
    const { owner, member, world, connect, list } = await aTeam();
    const [old, young] = [await connect(member.userId), await connect(member.userId)];
    const owners = await connect(owner.userId);
    await connect((await world.anOwner('Other')).userId);

    const { status, body } = await list();

    expect(status).toBe(200);
    expect(idsOf({ body })).toEqual([young.id, old.id, owners.id]);
    expect(body.data[0]).toEqual({
      ...{ id: young.id, object: 'agent', workspace_id: owner.workspaceId, user_id: member.userId },
      ...{ name: 'Notes', redirect_host: 'agent.test', scopes: ['meetings:read'] },
      created_at: '2026-11-02T12:00:02.000Z',
      expires_at: '2027-05-01T12:00:02.000Z',
    });
  });

  it.each([1, 2, 3])('200: in pages of %i, each agent once, also where one on the way is ended', async (limit) => {
    const { owner, member, connect, list, end, follow } = await aTeam();
    for (const { userId } of [member, owner, member, owner, member]) await connect(userId);
    const all = idsOf(await list());

    const seen: string[] = [];
    let page = await list(`&limit=${limit}`);
    seen.push(...idsOf(page));
    await end(all[0] ?? '');
    while (page.body._links.next) {
      page = await follow(page.body._links.next.url);
      seen.push(...idsOf(page));
    }

    expect(all).toHaveLength(5);
    expect([...new Set(seen)].sort()).toEqual([...all].sort());
  });

  it('200: none that ended by itself, and none whose user left', async () => {
    const { owner, member, world, connect, list } = await aTeam();
    await connect(owner.userId);
    world.clock.advance(180 * DAY_MS);
    const { id } = await connect(member.userId);
    expect(idsOf(await list())).toEqual([id]);

    await removeFromWorkspace(world.context)(member.userId, owner.workspaceId);

    expect(idsOf(await list())).toEqual([]);
  });
});

describe('DELETE /agents/{id}', () => {
  it('200: ends what the agent reads of this workspace from its next call on, and nothing else', async () => {
    const { owner, member, world, aRecording, connect, end, list, call, post } = await aTeam();
    const { meetingId } = await aRecording();
    const own = await world.aWorkspaceOf(member.userId, 'Own');
    const [ended, other] = [await connect(member.userId), await connect(member.userId)];
    const get = async (token: string) => (await call(token, 'get_meeting', { meeting_id: meetingId })).isError ?? false;
    const names = async (token: string) =>
      (await call(token, 'list_workspaces')).structuredContent.workspaces.map(({ name }: { name: string }) => name);
    expect([await get(ended.token), await names(ended.token)]).toEqual([false, ['Own', 'Acme']]);

    const { status, body } = await end(ended.id);

    expect([status, body.id]).toEqual([200, ended.id]);
    expect([await get(ended.token), await names(ended.token)]).toEqual([true, ['Own']]);
    expect((await call(ended.token, 'list_meetings', { workspace_id: owner.workspaceId })).isError).toBe(true);
    expect((await call(ended.token, 'list_meetings', { workspace_id: own.id })).isError).toBeUndefined();
    expect((await call(ended.token, 'search', { query: 'beta' })).structuredContent.results).toEqual([]);
    expect((await post({ token: ended.token })).status).toBe(200);
    expect([await get(other.token), idsOf(await list())]).toEqual([false, [other.id]]);
    expect(await agentsOf(world.context.table, member.userId, world.clock.now())).toHaveLength(2);
  });

  it('200: with one audit event, in this workspace alone', async () => {
    const { owner, member, world, connect, end } = await aTeam();
    await world.aWorkspaceOf(member.userId, 'Own');
    const { id } = await connect(member.userId);

    await end(id);
    await end(id);

    const events = world.dynamo
      .items()
      .filter(({ type }) => type?.S === 'audit_event')
      .map(({ state }) => auditEventEntity.stateIn({ pk: '', sk: '', type: '', state: state?.S ?? state?.B ?? '' }))
      .filter(({ action }) => action === 'agent.ended');
    expect(events).toMatchObject([
      {
        workspaceId: owner.workspaceId,
        target: { object: 'agent', id },
        actor: { type: 'user', userId: owner.userId },
      },
    ]);
  });

  it('404: for one that was ended, of a user without a role here, or unknown', async () => {
    const { member, world, connect, end } = await aTeam();
    const { id } = await connect(member.userId);
    const stranger = await connect((await world.anOwner('Other')).userId);
    await end(id);

    const unknown = `${member.userId}-0000000000000000`;
    for (const one of [id, stranger.id, unknown, `${unknown}~1`, member.userId, 'x'])
      expect([one, (await end(one)).status]).toEqual([one, 404]);
  });

  it('403: for a member, who ends own agents on the page of connected agents', async () => {
    const { member, connect, end, list } = await aTeam();
    const { id } = await connect(member.userId);

    expect([(await end(id, member)).status, (await list('', member.key)).status]).toEqual([403, 403]);
  });

  it('409 or 404 for all but one of many at once', async () => {
    const { member, connect, end } = await aTeam();
    const { id } = await connect(member.userId);

    const statuses = (await Promise.all(Array.from({ length: 5 }, () => end(id)))).map(({ status }) => status);

    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => ![200, 404, 409].includes(status))).toEqual([]);
  });
});
