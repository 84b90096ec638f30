import { getCalendarConnectionContract as contract } from '#shared/calendars/connections/contract';
import { expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aConnectedPartner } from './a-connection.ts';

async function aConnection() {
  const partner = await aConnectedPartner();
  const memberId = await partner.aMember('Ada');
  return { ...partner, memberId, connection: await partner.connect(memberId, ' Ada@Gmail.test ') };
}

describe('GET /calendar_connections/{id}', () => {
  it('200: answers the connection', async () => {
    const { read, connection, memberId, owner } = await aConnection();

    expect(expectSuccess(contract, await read(connection.id), 200)).toEqual({
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
      warnings: [],
      created_at: '2026-11-02T12:00:00.000Z',
    });
  });

  it('200: says what is wrong while the account grants no access', async () => {
    const { read, connection, fail } = await aConnection();
    await fail(connection.id);

    expect(expectSuccess(contract, await read(connection.id), 200)).toMatchObject({
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
});
