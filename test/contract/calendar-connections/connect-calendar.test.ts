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
  it('creates a connection, lists it on the member and sends calendar_connection.connected', async () => {
    const { connect, ada, notes, world } = await twoMembers();

    const { id } = await connect(ada);

    expect(await notes(ada)).toEqual([{ id, provider: 'google', status: 'active' }]);
    expect(webhookEventTypes(world)).toEqual(['calendar_connection.connected']);
  });

  it('reactivates a connection in error under the same id, and sends calendar_connection.connected again', async () => {
    const { connect, fail, read, ada, notes, world } = await twoMembers();
    const { id } = await connect(ada);
    await fail(id);
    world.clock.advance(60_000);

    const reconnected = await connect(ada, 'ADA@gmail.test');

    expect(reconnected.id).toBe(id);
    expect((await read(id)).body).toMatchObject({ status: 'active', error: null, connected_at: healed1201 });
    expect(await notes(ada)).toEqual([{ id, provider: 'google', status: 'active' }]);
    expect(webhookEventTypes(world)).toEqual(['calendar_connection.connected', 'calendar_connection.connected']);
  });

  it('creates another connection after a disconnect', async () => {
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

  it('is refused for one of two members who connect one account at the same time', async () => {
    const { connect, ada, ben } = await twoMembers();

    const ended = await Promise.allSettled([connect(ada), connect(ben)]);

    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(ended.find(({ status }) => status === 'rejected')).toMatchObject({ reason: taken });
  });

  it('creates one connection for concurrent requests', async () => {
    const { connect, ada, list } = await twoMembers();

    const made = await Promise.all(Array.from({ length: 4 }, () => connect(ada)));

    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect((await list()).body.data).toHaveLength(1);
  });

  it('takes over an account whose connection is in error, which its former member cannot connect then', async () => {
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

  it('creates a connection for each provider of one address', async () => {
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
