import { workspaces } from '#functions/api/workspaces/index';
import { addMember } from '#shared/accounts/members/commands/save-member';
import { listWorkspacesContract } from '#shared/accounts/workspaces/contract';
import { workspaces as workspaceRows } from '#shared/accounts/workspaces/store';
import { aWorld, callsTo } from '#test/support/api';
import { countedCallsTo } from '#test/support/counted-calls';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { putOlderRole } from '#test/support/older-role';

const path = '/workspaces';

async function aUserOfThree() {
  const world = aWorld();
  const first = await world.anOwner('First');
  world.clock.advance(1000);
  const second = await world.anOwner('Second');
  world.clock.advance(1000);
  const third = await world.anOwner('Third');
  await world.context.changes.save({
    at: world.clock.now(),
    writes: [
      putOlderRole({
        userId: first.userId,
        workspaceId: second.workspaceId,
        role: 'member',
        createdAt: world.clock.now(),
      }),
      putOlderRole({
        userId: first.userId,
        workspaceId: third.workspaceId,
        role: 'admin',
        createdAt: world.clock.now(),
      }),
    ],
  });
  return { world, first, second, third, call: callsTo(workspaces(world.context)) };
}

const idsIn = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

describe('GET /workspaces', () => {
  it('200: lists the caller’s workspaces, newest first, each with the role there', async () => {
    const { call, first, second, third } = await aUserOfThree();

    const body = expectSuccess(listWorkspacesContract, await call('GET', path, { key: first.key }), 200);

    expect(body.data).toMatchObject([
      { id: third.workspaceId, name: 'Third', role: 'admin', metadata: {} },
      { id: second.workspaceId, name: 'Second', role: 'member', owner_email: 'owner@second.test' },
      { id: first.workspaceId, name: 'First', role: 'owner', metadata: {} },
    ]);
    expect(body.data[1]).not.toHaveProperty('metadata');
    expect(body).toMatchObject({ has_more: false, _links: {} });
  });

  it('200: counts the members of each', async () => {
    const { call, first, world } = await aUserOfThree();
    const create = addMember(world.context);
    await create({ workspaceId: first.workspaceId, name: 'Ada', email: null });
    await create({ workspaceId: first.workspaceId, name: 'Grace', email: null });

    const body = expectSuccess(listWorkspacesContract, await call('GET', path, { key: first.key }), 200);

    expect(body.data.map(({ members_count }: { members_count: number }) => members_count)).toEqual([0, 0, 2]);
  });

  it('200: leaves archived ones out', async () => {
    const { call, first, second, third, world } = await aUserOfThree();
    const before = await workspaceRows.find(world.context.table, second.workspaceId);
    if (!before) throw new Error('The workspace is not there');
    const after = { ...before.state, archivedAt: world.clock.now() };
    await world.context.changes.save({ at: world.clock.now(), writes: [workspaceRows.put(before, after)] });

    const body = expectSuccess(listWorkspacesContract, await call('GET', path, { key: first.key }), 200);

    expect(idsIn(body)).toEqual([third.workspaceId, first.workspaceId]);
  });

  it('200: goes on at the link, which repeats the size', async () => {
    const { call, first, second, third } = await aUserOfThree();

    const start = expectSuccess(listWorkspacesContract, await call('GET', `${path}?limit=2`, { key: first.key }), 200);
    expect(idsIn(start)).toEqual([third.workspaceId, second.workspaceId]);
    expect(start.has_more).toBe(true);

    const { pathname, search, searchParams } = new URL(start._links.next.url);
    expect(searchParams.get('limit')).toBe('2');
    const rest = expectSuccess(listWorkspacesContract, await call('GET', pathname + search, { key: first.key }), 200);
    expect(idsIn(rest)).toEqual([first.workspaceId]);
    expect(rest.has_more).toBe(false);
  });

  it('200: costs two round trips', async () => {
    const { first, world } = await aUserOfThree();

    const { answer, tally } = await countedCallsTo(world, workspaces)('GET', path, { key: first.key });

    // The first call of a key pins it, which is a trip of its own; the second is as all others are.
    expect(answer.status).toBe(200);
    expect(tally.trips).toBe(3);
    const again = await countedCallsTo(world, workspaces)('GET', path, { key: first.key });
    expect(again.tally.trips).toBe(2);
  });

  it('400: a size that is none, pages by number, an unknown filter, a cursor of another’s making', async () => {
    const { call, first } = await aUserOfThree();
    const asked = async (query: string) =>
      expectError(listWorkspacesContract, await call('GET', `${path}?${query}`, { key: first.key }), 400);

    expect(await asked('limit=101')).toEqual(['bad_request limit']);
    expect(await asked('page=2')).toEqual(['bad_request page']);
    expect(await asked('per_page=2')).toEqual(['bad_request per_page']);
    expect(await asked('name=First')).toEqual(['bad_request name']);
    expect(await asked('cursor=Zm9v')).toEqual(['bad_request cursor']);
  });
});
