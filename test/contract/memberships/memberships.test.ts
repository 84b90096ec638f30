import fc from 'fast-check';
import { removeFromWorkspace } from '#shared/accounts/identity/commands/remove-from-workspace';
import { listMemberships } from '#shared/accounts/memberships/commands/list-memberships';
import {
  deleteMembershipContract,
  getMembershipContract,
  listMembershipsContract,
  updateMembershipContract,
} from '#shared/accounts/memberships/contract';
import { roleOf, workspaces } from '#shared/accounts/workspaces/store';
import type { Role } from '#shared/foundation/core/roles';
import { later } from '#shared/foundation/core/time';
import { noon } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { putOlderRole } from '#test/support/older-role';
import { aTeam } from './a-team.ts';
import { scheduledContext } from './scheduled-context.ts';

describe('GET /organization_memberships', () => {
  it('200: the users of a workspace, newest first, for every role', async () => {
    const { owner, aColleague, list } = await aTeam();
    const guest = await aColleague('guest');

    const { data } = expectSuccess(listMembershipsContract, await list('', guest.key), 200);

    expect(data).toEqual([
      expect.objectContaining({ id: guest.id, user_id: guest.userId, role: 'guest' }),
      {
        id: expect.stringMatching(/^mbr_/),
        object: 'membership',
        workspace_id: owner.workspaceId,
        organization_id: owner.workspaceNumber,
        organization_name: 'Acme',
        user_id: owner.userId,
        email: 'owner@acme.test',
        name: null,
        role: 'owner',
        status: 'active',
        invited_at: null,
        mail_not_sent_at: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
  });

  it('200: page by page', async () => {
    const { owner, aColleague, list, call } = await aTeam();
    const { id } = await aColleague('member');

    const first = expectSuccess(listMembershipsContract, await list('&limit=1'), 200);
    const next = await call('GET', first._links.next.url.split('/api/v1')[1], { key: owner.key });

    expect([first.data[0].id, next.body.data[0].id, next.body.has_more]).toEqual([id, owner.id, false]);
  });

  it('400: an unknown filter', async () => {
    const { list } = await aTeam();

    expect(expectError(listMembershipsContract, await list('&role=owner'), 400)).toEqual(['bad_request role']);
  });

  it('401: another workspace', async () => {
    const { world, list } = await aTeam();
    const { key } = await world.anOwner('Other');

    expect(expectError(listMembershipsContract, await list('', key), 401)).toEqual(['unauthorized']);
  });
});

describe('a role of before memberships had ids', () => {
  /** A workspace whose second user was stored by an earlier release. */
  async function anOlderTeam(role: Role = 'member') {
    const made = await aTeam();
    const { world, owner } = made;
    const { userId, key } = await world.anOwner('Other');
    const older = { userId, workspaceId: owner.workspaceId, role, createdAt: noon };
    await world.context.changes.save({ at: noon, writes: [putOlderRole(older)] });
    return { ...made, userId, key };
  }

  it('is a membership with one id from its first list on, of many at the same time', async () => {
    const { list, read, userId } = await anOlderTeam();

    const lists = await Promise.all(Array.from({ length: 5 }, () => list()));

    const shown = lists.flatMap(({ body }) => body.data).filter(({ user_id }) => user_id === userId);
    const ids = new Set(shown.map(({ id }) => id));
    expect([shown.length, ids.size]).toEqual([5, 1]);
    expect((await list()).body.data).toHaveLength(2);
    expect((await read([...ids][0])).body).toMatchObject({
      ...{ user_id: userId, email: 'owner@other.test', role: 'member', status: 'active' },
      created_at: '2026-11-02T12:00:00.000Z',
    });
  });

  it('keeps its access before and after', async () => {
    const { list, key } = await anOlderTeam();

    expect([(await list('', key)).status, (await list('', key)).status]).toEqual([200, 200]);
  });

  it('ends where it is removed while it becomes a membership, in whatever order the table answers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const { world, owner, userId, team } = await anOlderTeam();
        const { workspaceId } = owner;
        const context = scheduledContext(world, scheduler);

        await scheduler.waitFor(
          Promise.all([
            listMemberships(context)(workspaceId, { limit: 25, after: undefined }),
            removeFromWorkspace(context)(userId, workspaceId),
          ]),
        );

        expect(await roleOf(world.context.table, userId, workspaceId)).toBeUndefined();
        expect((await team()).map(({ user_id }) => user_id)).toEqual([owner.userId]);
      }),
      { numRuns: 30 },
    );
  });

  it('counts as an owner', async () => {
    const { owner, remove } = await anOlderTeam('owner');

    expect((await remove(owner.id)).status).toBe(200);
  });
});

describe('GET /organization_memberships/{id}', () => {
  it('200: a membership', async () => {
    const { owner, read } = await aTeam();

    expect(expectSuccess(getMembershipContract, await read(owner.id), 200).user_id).toBe(owner.userId);
  });

  it('404: an unknown id', async () => {
    const { read } = await aTeam();

    const unknown = await read('mbr_00000000000000000000000000');

    expect(expectError(getMembershipContract, unknown, 404)).toEqual(['not_found']);
  });
});

describe('PATCH /organization_memberships/{id}', () => {
  it('200: the role counts from the next request on', async () => {
    const { world, aColleague, change, call } = await aTeam();
    const colleague = await aColleague('member');
    const rename = () =>
      call('PATCH', `/workspaces/${colleague.workspaceId}`, { key: colleague.key, body: { name: 'Acme 2' } });
    expect((await rename()).status).toBe(403);
    world.clock.set(later(noon, 1));

    const changed = expectSuccess(updateMembershipContract, await change(colleague.id, 'admin'), 200);

    expect(changed).toMatchObject({ role: 'admin', updated_at: '2026-11-02T12:00:00.001Z' });
    expect((await rename()).status).toBe(200);
  });

  it('200: the same role moves nothing', async () => {
    const { world, aColleague, change, read } = await aTeam();
    const { id } = await aColleague('member');
    const before = (await read(id)).body;
    world.clock.set(later(noon, 1));

    expect((await change(id, 'member')).body).toEqual(before);
  });

  it.each<[Role, Role]>([
    ['owner', 'guest'],
    ['admin', 'owner'],
  ])('401: an admin makes no %s a %s', async (from, to) => {
    const { aColleague, change } = await aTeam();
    const admin = await aColleague('admin');
    const { id } = await aColleague(from);

    expect(expectError(updateMembershipContract, await change(id, to, admin.key), 401)).toEqual(['unauthorized']);
  });

  it('404: a membership that was removed', async () => {
    const { aColleague, change, remove } = await aTeam();
    const { id } = await aColleague('member');
    await remove(id);

    expect(expectError(updateMembershipContract, await change(id, 'admin'), 404)).toEqual(['not_found']);
  });

  it('409: the last owner keeps the role', async () => {
    const { owner, change } = await aTeam();

    expect(expectError(updateMembershipContract, await change(owner.id, 'admin'), 409)).toEqual(['workspace_owner']);
  });

  it('200: an owner gives the workspace to another, whom it then names', async () => {
    const { world, owner, aColleague, change } = await aTeam();
    const other = await aColleague('member');

    await change(other.id, 'owner');
    const left = await change(owner.id, 'member');

    expect(left.body.role).toBe('member');
    const workspace = await workspaces.find(world.context.table, owner.workspaceId);
    expect(workspace?.state.ownerId).toBe(other.userId);
  });

  it('422: a role that is none', async () => {
    const { owner, change } = await aTeam();

    expect(expectError(updateMembershipContract, await change(owner.id, 'root'), 422)).toEqual(['inclusion role']);
  });
});

describe('DELETE /organization_memberships/{id}', () => {
  it('200: ends what the key may do in the workspace at the next request, and nothing elsewhere', async () => {
    const { aColleague, remove, read, list, call, world } = await aTeam();
    const colleague = await aColleague('admin');
    const own = await world.aWorkspaceOf(colleague.userId, 'Own');

    const removed = expectSuccess(deleteMembershipContract, await remove(colleague.id), 200);

    expect(removed).toMatchObject({ id: colleague.id, role: 'admin' });
    expect((await list('', colleague.key)).status).toBe(401);
    expect((await read(colleague.id)).status).toBe(404);
    expect((await call('GET', `/workspaces/${own.id}`, { key: colleague.key })).status).toBe(200);
  });

  it.each<Role>(['guest', 'member', 'admin', 'owner'])('200: one leaves as %s', async (role) => {
    const { aColleague, remove, team } = await aTeam();
    const colleague = await aColleague(role);

    expect((await remove(colleague.id, colleague.key)).status).toBe(200);
    expect(await team()).toHaveLength(1);
  });

  it.each<[Role, Role]>([
    ['guest', 'guest'],
    ['member', 'guest'],
    ['admin', 'owner'],
  ])('401: a %s removes no %s', async (by, role) => {
    const { aColleague, remove } = await aTeam();
    const [actor, other] = [await aColleague(by), await aColleague(role)];

    expect(expectError(deleteMembershipContract, await remove(other.id, actor.key), 401)).toEqual(['unauthorized']);
  });

  it('404: a membership that was removed', async () => {
    const { aColleague, remove } = await aTeam();
    const { id } = await aColleague('member');
    await remove(id);

    expect(expectError(deleteMembershipContract, await remove(id), 404)).toEqual(['not_found']);
  });

  it('409: the last owner stays', async () => {
    const { owner, remove } = await aTeam();

    expect(expectError(deleteMembershipContract, await remove(owner.id), 409)).toEqual(['workspace_owner']);
  });
});
