import { describe, expect, it } from '@jest/globals';
import { calendarConnections } from '#functions/api/calendar-connections/index';
import { listCalendarConnectionsContract as contract } from '#shared/calendars/connections/contract';
import { expectAnswer, expectRefusal } from '#test/support/answers';
import { countedCallsTo } from '#test/support/counted-world';
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

    expectAnswer(contract, answered, 200);
    expect(idsIn(answered)).toEqual([again, gone, microsoft, google]);
  });

  it.each([
    ['member_id', ({ ada }: Four) => `&member_id=${ada}`, ({ microsoft, google }: Four) => [microsoft, google]],
    ['status', () => '&status=active', ({ again, google }: Four) => [again, google]],
    ['both', ({ ben }: Four) => `&member_id=${ben}&status=disconnected`, ({ gone }: Four) => [gone]],
    ['a member of nobody', ({ google }: Four) => `&member_id=mem_${google.slice(4)}`, () => []],
  ])('200: filtered by %s', async (_what, query, expected) => {
    const four = await fourConnections();

    expect(idsIn(await four.list(query(four)))).toEqual(expected(four));
  });

  it('200: in pages that are followed to the end', async () => {
    const { call, list, owner, google, microsoft, gone, again } = await fourConnections();

    const first = expectAnswer(contract, await list('&limit=2'), 200);
    const path = first._links.next.url.split('/api/v1')[1];
    const second = await call('GET', path, { key: owner.key });

    expect([first.data.map(({ id }: { id: string }) => id), idsIn(second)]).toEqual([
      [again, gone],
      [microsoft, google],
    ]);
    expect(second.body.has_more).toBe(false);
  });

  it('200: to a guest, in two round trips once the key is pinned to a version', async () => {
    const { world, owner } = await fourConnections();
    const guest = await world.aColleague(owner.workspaceId, 'guest');
    const call = countedCallsTo(world, calendarConnections);

    const path = `/calendar_connections?workspace_id=${owner.workspaceId}&status=active`;
    await call('GET', path, { key: guest.key });
    const { answer, tally } = await call('GET', path, { key: guest.key });

    expectAnswer(contract, answer, 200);
    expect(tally.trips).toBe(2);
  });

  it('400: no workspace, an unknown filter, a status there is none of', async () => {
    const { call, list, owner } = await fourConnections();

    expect(expectRefusal(contract, await call('GET', '/calendar_connections', { key: owner.key }), 400)).toEqual([
      'bad_request workspace_id',
    ]);
    expect(expectRefusal(contract, await list('&provider=google'), 400)).toEqual(['bad_request provider']);
    expect(expectRefusal(contract, await list('&status=asleep'), 400)).toEqual(['bad_request status']);
    expect(expectRefusal(contract, await list('&page=2'), 400)).toEqual(['bad_request page']);
  });

  it('401: no key, a workspace of others', async () => {
    const { call, list, world } = await fourConnections();
    const stranger = await world.anOwner('Other');

    expect(expectRefusal(contract, await call('GET', '/calendar_connections?workspace_id=x'), 401)).toEqual([
      'missing_api_key',
    ]);
    expect(expectRefusal(contract, await list('', stranger.key), 401)).toEqual(['unauthorized']);
  });
});

type Four = Awaited<ReturnType<typeof fourConnections>>;
