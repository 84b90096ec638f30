import { listCalendarConnectionsContract as contract } from '#shared/calendars/connections/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aConnectedPartner } from './a-connection.ts';

/** Ada has two calendars, one of them broken; Ben had one and has another. */
async function fourConnections() {
  const partner = await aConnectedPartner();
  const { world, connect, fail, disconnect } = partner;
  const [ada, ben] = [await partner.aMember('Ada'), await partner.aMember('Ben')];
  const made = [];
  for (const [member, email, provider] of [
    [ada, 'ada@gmail.test', 'google'],
    [ada, 'ada@outlook.test', 'microsoft'],
    [ben, 'ben@gmail.test', 'google'],
  ] as const) {
    made.push(await connect(member, email, provider));
    world.clock.advance(1000);
  }
  const [google, microsoft, gone] = made.map(({ id }) => id);
  if (!google || !microsoft || !gone) throw new Error('A connection is missing.');
  await fail(microsoft);
  await disconnect(gone);
  const again = (await connect(ben, 'ben@gmail.test')).id;
  return { ...partner, ada, ben, google, microsoft, gone, again };
}

const idsIn = ({ body }: { readonly body: { readonly data: readonly { readonly id: string }[] } }) =>
  body.data.map(({ id }) => id);

describe('GET /calendar_connections', () => {
  it('200: newest first, disconnected ones included', async () => {
    const { list, google, microsoft, gone, again } = await fourConnections();

    const answered = await list();

    expectSuccess(contract, answered, 200);
    expect(idsIn(answered)).toEqual([again, gone, microsoft, google]);
  });

  it.each([
    ['member_id', ({ ada }: Four) => `&member_id=${ada}`, ({ microsoft, google }: Four) => [microsoft, google]],
    ['status', () => '&status=active', ({ again, google }: Four) => [again, google]],
    ['both', ({ ben }: Four) => `&member_id=${ben}&status=disconnected`, ({ gone }: Four) => [gone]],
    ['a member that does not exist', ({ google }: Four) => `&member_id=mem_${google.slice(4)}`, () => []],
  ])('200: filtered by %s', async (_what, query, expected) => {
    const four = await fourConnections();

    expect(idsIn(await four.list(query(four)))).toEqual(expected(four));
  });

  it('200: in pages that are followed to the end', async () => {
    const { call, list, owner, google, microsoft, gone, again } = await fourConnections();

    const first = expectSuccess(contract, await list('&limit=2'), 200);
    const path = first._links.next.url.split('/api/v1')[1];
    const second = await call('GET', path, { key: owner.key });

    expect([first.data.map(({ id }: { id: string }) => id), idsIn(second)]).toEqual([
      [again, gone],
      [microsoft, google],
    ]);
    expect(second.body.has_more).toBe(false);
  });

  it('400: no workspace, an unknown filter, a status there is none of', async () => {
    const { call, list, owner } = await fourConnections();

    expect(expectError(contract, await call('GET', '/calendar_connections', { key: owner.key }), 400)).toEqual([
      'bad_request workspace_id',
    ]);
    expect(expectError(contract, await list('&provider=google'), 400)).toEqual(['bad_request provider']);
    expect(expectError(contract, await list('&status=asleep'), 400)).toEqual(['bad_request status']);
    expect(expectError(contract, await list('&page=2'), 400)).toEqual(['bad_request page']);
  });
});

type Four = Awaited<ReturnType<typeof fourConnections>>;
