import { backfillAll } from '#bin/operator/backfill';
import { inflated } from '#shared/foundation/dynamodb/deflated-text';
import { removedMemberKey } from '#shared/foundation/dynamodb/keys';
import { eraseMemberContract } from '#shared/lifecycle/erasures/contract';
import { allWorkspacesIn } from '#test/support/all-workspaces-in';
import { aConnectedCalendar } from '#test/support/calendar-sync-worker';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aPeopleWorld } from '../people/a-people-world.ts';

const UNKNOWN = 'mem_00000000000000000000000000';
const GRACE = 'grace@navy.test';

/** Grace is a member, and on a meeting of hers and Ada's. */
async function aMember(body: object = { email: GRACE, name: 'Grace Hopper' }) {
  const world = await aPeopleWorld();
  const { callMembers, owner, pushed, worker } = world;
  const { id } = (
    await callMembers('POST', '/members', { key: owner.key, body: { workspace_id: owner.workspaceId, ...body } })
  ).body;
  await pushed();
  const ask = (method: string, path: string, key = owner.key) => callMembers(method, path, { key });
  return {
    ...{ ...world, id },
    erase: (key = owner.key) => ask('POST', `/members/${id}/erase`, key),
    async remove() {
      await ask('DELETE', `/members/${id}`);
      await worker.untilQuiet();
    },
    stored: () =>
      world.world.dynamo
        .items()
        .flatMap((item) => Object.values(item))
        .map((value) => (value.B ? inflated(value.B) : JSON.stringify(value)))
        .join('\n'),
  };
}

describe('POST /members/{id}/erase', () => {
  it('200: name and address of a removed member leave the workspace, with their person', async () => {
    const { id, remove, erase, stored, worker, owner, personOf } = await aMember();
    await remove();
    expect(stored()).toContain(GRACE);

    const begun = expectSuccess(eraseMemberContract, await erase(), 200);
    const gone = await personOf(GRACE);
    await worker.untilQuiet();

    expect(begun).toEqual({
      object: 'member_erasure',
      member_id: id,
      workspace_id: owner.workspaceId,
      status: 'erasing',
      requested_at: expect.any(String),
    });
    expect(gone).toBeUndefined();
    expect(stored()).not.toMatch(/grace/i);
  });

  it('200: a member whom their person is called like', async () => {
    const { remove, erase, worker, stored } = await aMember({ email: GRACE, name: 'Grace' });
    await remove();

    expectSuccess(eraseMemberContract, await erase(), 200);
    await worker.untilQuiet();

    expect(stored()).not.toMatch(/grace/i);
  });

  it('200: repeated, how far it is, and nothing changes', async () => {
    const { remove, erase, worker, world } = await aMember();
    await remove();
    const begun = (await erase()).body;
    await worker.untilQuiet();
    const rows = () => world.dynamo.items().filter(({ pk }) => !pk?.S?.startsWith('LIMIT#')).length;
    const before = rows();

    expect(expectSuccess(eraseMemberContract, await erase(), 200)).toEqual({ ...begun, status: 'erased' });
    expect(rows()).toBe(before);
  });

  it('200: a member without an address, by name', async () => {
    const { remove, erase, worker, stored } = await aMember({ name: 'Katherine' });
    await remove();

    await erase();
    await worker.untilQuiet();

    expect((await erase()).body.status).toBe('erased');
    expect(stored()).not.toContain('Katherine');
  });

  it('200: who becomes a member again is named again', async () => {
    const { remove, erase, worker, callMembers, owner, pushed, callMeetings } = await aMember();
    await remove();
    await erase();
    await worker.untilQuiet();
    const body = { workspace_id: owner.workspaceId, email: GRACE };

    const again = await callMembers('POST', '/members', { key: owner.key, body });
    const { meeting_id } = await pushed({ uid: 'again' });

    expect(again.status).toBe(201);
    const { participants } = (await callMeetings('GET', `/meetings/${meeting_id}`, { key: owner.key })).body;
    expect(participants).toContainEqual({ name: 'Grace', email: GRACE, member_id: again.body.id });
  });

  it('200: one who was removed before that was recorded, by the accounts of their calendars, after npm run ops -- backfill', async () => {
    const { id, remove, erase, worker, world, owner } = await aMember();
    const accountEmail = 'hopper@home.test';
    await aConnectedCalendar(world, { workspaceId: owner.workspaceId, memberId: id, accountEmail });
    await remove();
    await world.context.table.write({ remove: removedMemberKey(id) });
    const accounts = () => world.dynamo.items().filter((item) => JSON.stringify(item).includes(accountEmail));
    expect(expectError(eraseMemberContract, await erase(), 404)).toEqual(['not_found']);

    const stores = { table: world.context.table, workspaces: allWorkspacesIn(world.dynamo) };
    await backfillAll(stores);
    await backfillAll(stores);
    const before = accounts().map(({ type }) => type?.S);
    expectSuccess(eraseMemberContract, await erase(), 200);
    await worker.untilQuiet();

    expect(before).toContain('calendar_connection');
    expect(accounts().map(({ type }) => type?.S)).not.toContain('calendar_connection');
    expect((await erase()).body.status).toBe('erased');
  });

  it('401: for a plain member of the workspace', async () => {
    const { erase, remove, world, owner } = await aMember();
    await remove();
    const { key } = await world.aColleague(owner.workspaceId, 'member');

    expect(expectError(eraseMemberContract, await erase(key), 401)).toEqual(['unauthorized']);
  });

  it('404: an unknown member', async () => {
    const { callMembers, owner } = await aMember();

    const refused = await callMembers('POST', `/members/${UNKNOWN}/erase`, { key: owner.key });

    expect(expectError(eraseMemberContract, refused, 404)).toEqual(['not_found']);
  });

  it('409: while the member is in the workspace, or someone with the address is a member again', async () => {
    const { erase, remove, callMembers, owner, worker } = await aMember();
    const active = await erase();
    await remove();
    const body = { workspace_id: owner.workspaceId, email: GRACE };
    await callMembers('POST', '/members', { key: owner.key, body });
    await worker.untilQuiet();

    expect(expectError(eraseMemberContract, active, 409)).toEqual(['conflict']);
    expect(expectError(eraseMemberContract, await erase(), 409)).toEqual(['conflict']);
  });

  it('429: too many changes a minute that meetings have to follow', async () => {
    const { erase, remove, world, owner } = await aMember();
    await remove();
    const { useOf, limitCounter, clock } = world.context;
    const { most } = useOf('wide_changes', owner.workspaceId, clock.now());
    await limitCounter.take(useOf('wide_changes', owner.workspaceId, clock.now(), most));

    expect(expectError(eraseMemberContract, await erase(), 429)).toEqual(['rate_limited']);
  });
});
