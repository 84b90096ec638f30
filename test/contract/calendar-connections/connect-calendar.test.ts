import { describe, expect, it } from '#test/support/jest';
import { subscribe, webhookEventTypes } from '#test/support/subscriptions';
import { aConnectedPartner } from './a-connection.ts';

async function twoMembers() {
  const partner = await aConnectedPartner();
  const [ada, ben] = [await partner.aMember('Ada'), await partner.aMember('Ben')];
  await subscribe(partner.world, partner.owner.workspaceId);
  const notes = async (id: string) =>
    (await partner.members()).find((member: { id: string }) => member.id === id).calendar_connections;
  return { ...partner, ada, ben, notes };
}

const taken = { faults: [{ code: 'calendar_already_connected' }] };

describe('a consent', () => {
  it('makes a connection, notes it on the member and tells of it', async () => {
    const { connect, ada, notes, world } = await twoMembers();

    const { id } = await connect(ada);

    expect(await notes(ada)).toEqual([{ id, provider: 'google', status: 'active' }]);
    expect(webhookEventTypes(world)).toEqual(['calendar_connection.connected']);
  });

  it('heals a broken connection, which keeps its id, and sends the connected event again', async () => {
    const { connect, fail, read, ada, notes, world } = await twoMembers();
    const { id } = await connect(ada);
    await fail(id);
    world.clock.advance(60_000);

    const healed = await connect(ada, 'ADA@gmail.test');

    expect(healed.id).toBe(id);
    expect((await read(id)).body).toMatchObject({ status: 'active', error: null, connected_at: healed1201 });
    expect(await notes(ada)).toEqual([{ id, provider: 'google', status: 'active' }]);
    expect(webhookEventTypes(world)).toEqual(['calendar_connection.connected', 'calendar_connection.connected']);
  });

  it('after a disconnect makes another connection', async () => {
    const { connect, disconnect, ada, notes } = await twoMembers();
    const { id: gone } = await connect(ada);
    await disconnect(gone);

    const { id } = await connect(ada);

    expect(id).not.toBe(gone);
    expect(await notes(ada)).toEqual([
      { id: gone, provider: 'google', status: 'disconnected' },
      { id, provider: 'google', status: 'active' },
    ]);
  });

  it('is refused where the account is active for another member', async () => {
    const { connect, ada, ben } = await twoMembers();
    await connect(ada);

    await expect(connect(ben)).rejects.toMatchObject(taken);
  });

  it('of two members at once for one account, one is refused', async () => {
    const { connect, ada, ben } = await twoMembers();

    const ended = await Promise.allSettled([connect(ada), connect(ben)]);

    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(ended.find(({ status }) => status === 'rejected')).toMatchObject({ reason: taken });
  });

  it('many times at once makes one connection', async () => {
    const { connect, ada, list } = await twoMembers();

    const made = await Promise.all(Array.from({ length: 4 }, () => connect(ada)));

    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect((await list()).body.data).toHaveLength(1);
  });

  it('takes an account over whose connection is broken, and is refused to whom it belonged', async () => {
    const { connect, disconnect, fail, ada, ben } = await twoMembers();
    const { id: adas } = await connect(ada);
    await fail(adas);

    const bens = await connect(ben);

    expect(bens.id).not.toBe(adas);
    await expect(connect(ada)).rejects.toMatchObject(taken);
    await disconnect(adas);
    await expect(connect(ada)).rejects.toMatchObject(taken);
    await disconnect(bens.id);
    expect((await connect(ada)).status).toBe('active');
  });

  it('takes one account in two workspaces, and of two providers, as different ones', async () => {
    const { connect, ada, ben } = await twoMembers();

    const ids = [(await connect(ada)).id, (await connect(ben, 'ada@gmail.test', 'microsoft')).id];

    expect(new Set(ids).size).toBe(2);
  });

  it('is refused for an unknown member', async () => {
    const { connect, world } = await twoMembers();

    await expect(connect(world.context.ids.make('mem'))).rejects.toMatchObject({ kind: 'unprocessable' });
  });
});

const healed1201 = '2026-11-02T12:01:00.000Z';
