import { describe, expect, it } from '@jest/globals';
import { calendarConnections } from '#functions/api/calendar-connections/index';
import { getCalendarConnectionContract as contract } from '#shared/calendars/connections/contract';
import { expectAnswer, expectRefusal } from '#test/support/answers';
import { countedCallsTo } from '#test/support/counted-world';
import { aConnectedPartner } from './a-connection.ts';

async function aConnection() {
  const partner = await aConnectedPartner();
  const memberId = await partner.aMember('Ada');
  return { ...partner, memberId, connection: await partner.connect(memberId, ' Ada@Gmail.test ') };
}

describe('GET /calendar_connections/{id}', () => {
  it('200: answers the connection', async () => {
    const { read, connection, memberId, owner } = await aConnection();

    expect(expectAnswer(contract, await read(connection.id), 200)).toEqual({
      id: connection.id,
      object: 'calendar_connection',
      workspace_id: owner.workspaceId,
      member_id: memberId,
      provider: 'google',
      status: 'active',
      account_email: 'ada@gmail.test',
      error: null,
      connected_at: '2026-11-02T12:00:00.000Z',
      last_synced_at: null,
      created_at: '2026-11-02T12:00:00.000Z',
    });
  });

  it('200: says what is wrong while the account grants no access', async () => {
    const { read, connection, fail } = await aConnection();
    await fail(connection.id);

    expect(expectAnswer(contract, await read(connection.id), 200)).toMatchObject({
      status: 'error',
      error: { code: 'access_revoked', message: 'The account said no.' },
    });
  });

  it('200: with `method` to callers of older versions', async () => {
    const { call, connection, owner } = await aConnection();
    const headers = { 'service-version': '2026-10-09' };

    const { body } = await call('GET', `/calendar_connections/${connection.id}`, { key: owner.key, headers });

    expect(body).toMatchObject({ id: connection.id, method: 'oauth' });
  });

  it('200: to a guest, in two round trips', async () => {
    const { world, connection, owner } = await aConnection();
    const guest = await world.aColleague(owner.workspaceId, 'guest');
    const call = countedCallsTo(world, calendarConnections);

    const path = `/calendar_connections/${connection.id}`;
    expectAnswer(contract, (await call('GET', path, { key: guest.key })).answer, 200);
    // Its first call pinned the key.
    expect((await call('GET', path, { key: guest.key })).tally.trips).toBe(2);
  });

  it('401: no key', async () => {
    const { call, connection } = await aConnection();

    expect(expectRefusal(contract, await call('GET', `/calendar_connections/${connection.id}`), 401)).toEqual([
      'missing_api_key',
    ]);
  });

  it('404: an unknown id, an id in a workspace of others, a malformed id', async () => {
    const { read, connection, world } = await aConnection();
    const stranger = await world.anOwner('Other');

    const answers = [
      await read(connection.id, stranger.key),
      await read(world.context.ids.make('cal')),
      await read('x'),
    ];

    for (const answered of answers) expect(expectRefusal(contract, answered, 404)).toEqual(['not_found']);
  });
});
