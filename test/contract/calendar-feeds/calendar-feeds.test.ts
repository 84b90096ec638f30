import { calendarConnections } from '#functions/api/calendar-connections/index';
import { members } from '#functions/api/members/index';
import {
  createCalendarFeedContract,
  deleteCalendarFeedContract,
  getCalendarFeedContract,
  listCalendarFeedsContract,
} from '#shared/calendars/feeds/contract';
import { type CalendarFeed, MOST_FEEDS_OF_WORKSPACE } from '#shared/calendars/feeds/rules/calendar-feed';
import { calendarFeeds, feedsCount } from '#shared/calendars/feeds/store';
import type { LimitOverrides } from '#shared/foundation/core/limits';
import { useFactory } from '#shared/foundation/core/uses';
import { feedsCountKey } from '#shared/foundation/dynamodb/keys';
import { aWorld, callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { aPartner } from '../calendar-events/a-partner.ts';

async function feedsOfPartner(limits: LimitOverrides = {}) {
  const partner = await aPartner(aWorld({ useOf: useFactory(limits) }));
  const { world, owner } = partner;
  const { key, workspaceId: workspace_id } = owner;
  const call = callsTo(calendarConnections(world.context));
  const callMembers = callsTo(members(world.context));
  const ada = await partner.aMember('Ada');
  return {
    ...partner,
    ada,
    add: (url: unknown = 'https://calendar.example.com/ada.ics', member_id: string = ada) =>
      call('POST', '/calendar_feeds', { key, body: { workspace_id, member_id, url } }),
    list: async (query = '') => call('GET', `/calendar_feeds?workspace_id=${workspace_id}${query}`, { key }),
    read: (id: string) => call('GET', `/calendar_feeds/${id}`, { key }),
    disconnect: (id: string) => call('DELETE', `/calendar_feeds/${id}`, { key }),
    removeMember: (id: string) => callMembers('DELETE', `/members/${id}`, { key }),
    /** So many feeds of a member of another workspace that the same user founded, and what the last one was answered. */
    async addElsewhere(feeds = 1) {
      const { id } = await world.aWorkspaceOf(owner.userId, 'Second');
      const person = { workspace_id: id, name: 'Bea', email: 'bea@acme.test' };
      const member = await callMembers('POST', '/members', { key, body: person });
      const add = (nth: number) =>
        call('POST', '/calendar_feeds', {
          key,
          body: { workspace_id: id, member_id: member.body.id, url: `https://calendar.example.com/bea-${nth}.ics` },
        });
      for (let nth = 1; nth < feeds; nth += 1) expect((await add(nth)).status).toBe(201);
      return add(feeds);
    },
    count: () => feedsCount(world.context.table, workspace_id),
  };
}

describe('POST /calendar_feeds', () => {
  it('201: answers the feed with the host of its URL alone', async () => {
    const { add, ada, owner } = await feedsOfPartner();

    const body = expectSuccess(createCalendarFeedContract, await add(), 201);

    expect(body).toEqual({
      id: expect.stringMatching(/^cfd_/),
      object: 'calendar_feed',
      workspace_id: owner.workspaceId,
      member_id: ada,
      host: 'calendar.example.com',
      status: 'active',
      error: null,
      warnings: [],
      last_synced_at: null,
      created_at: '2026-11-02T12:00:00.000Z',
    });
  });

  it('200: answers the feed that the member has with the URL, also as webcal', async () => {
    const { add, count } = await feedsOfPartner();
    const first = await add();

    const again = await add('webcal://calendar.example.com/ada.ics');

    expect(expectSuccess(createCalendarFeedContract, again, 200)).toEqual(first.body);
    expect(await count()).toBe(1);
  });

  it('201: makes another feed of the same URL for another member', async () => {
    const { add, aMember, count } = await feedsOfPartner();
    await add();

    const { status } = await add(undefined, await aMember('Ben'));

    expect([status, await count()]).toEqual([201, 2]);
  });

  it.each([
    ['http://calendar.example.com/ada.ics', 'invalid'],
    ['https://10.0.0.1/ada.ics', 'invalid'],
    ['https://localhost/ada.ics', 'invalid'],
    ['https://user:pass@calendar.example.com/ada.ics', 'invalid'],
    ['', 'blank'],
    [`https://calendar.example.com/${'a'.repeat(2_048)}`, 'too_long'],
  ])('422: refuses the URL %s', async (url, code) => {
    const { add } = await feedsOfPartner();

    expect(expectError(createCalendarFeedContract, await add(url), 422)).toEqual([`${code} url`]);
  });

  it('422: refuses a member of no workspace', async () => {
    const { add } = await feedsOfPartner();

    expect(
      expectError(createCalendarFeedContract, await add(undefined, 'mem_01kcw3v9e2f3hb5wnkq8zr6m4t'), 422),
    ).toEqual(['invalid member_id']);
  });

  it('409: refuses the sixth feed of a member, until one is disconnected', async () => {
    const { add, disconnect } = await feedsOfPartner();
    const made = [];
    for (let nth = 1; nth <= 5; nth += 1) made.push((await add(`https://calendar.example.com/${nth}.ics`)).body.id);

    const refused = await add('https://calendar.example.com/6.ics');
    await disconnect(made[0]);

    expect(expectError(createCalendarFeedContract, refused, 409)).toEqual(['conflict']);
    expect((await add('https://calendar.example.com/6.ics')).status).toBe(201);
  });

  it('409: refuses a feed beyond those of a workspace', async () => {
    const { add, world, owner } = await feedsOfPartner();
    const full = { ...feedsCountKey(owner.workspaceId), type: 'feeds_count', feeds: MOST_FEEDS_OF_WORKSPACE };
    await world.context.table.write({ put: full });

    expect(expectError(createCalendarFeedContract, await add(), 409)).toEqual(['conflict']);
  });

  it('409: beyond the feeds of all workspaces that one user founded, until one is disconnected, once', async () => {
    const { add, disconnect, addElsewhere } = await feedsOfPartner({ user_active_feeds: 2 });
    const { id } = (await add()).body;
    await add('https://calendar.example.com/work.ics');

    expect(expectError(createCalendarFeedContract, await addElsewhere(), 409)).toEqual(['conflict']);
    expect((await add()).status).toBe(200);

    await Promise.all([disconnect(id), disconnect(id)]);
    await disconnect(id);

    expect((await addElsewhere()).status).toBe(201);
    expect(expectError(createCalendarFeedContract, await add(), 409)).toEqual(['conflict']);
  });

  it('201: what was added before feeds were counted for their founder gives no place back', async () => {
    const { add, disconnect, world } = await feedsOfPartner({ user_active_feeds: 1 });
    const { id } = (await add()).body;
    const feed = await calendarFeeds.find(world.context.table, id);
    if (!feed) throw new Error('The feed is there.');
    const { isCounted: _, ...older } = feed.state;
    await world.context.table.transact(calendarFeeds.put(feed, older as CalendarFeed));
    await disconnect(id);

    expect(expectError(createCalendarFeedContract, await add(), 409)).toEqual(['conflict']);
  });

  it('429: counts feeds that were removed since, of all workspaces that one user founded', async () => {
    const { add, disconnect, addElsewhere } = await feedsOfPartner({ calendar_feeds: 30, user_calendar_feeds: 2 });
    for (let nth = 1; nth <= 3; nth += 1) await disconnect((await add()).body.id);

    expect(expectError(createCalendarFeedContract, await addElsewhere(2), 429)).toEqual(['rate_limited']);
  });
});

describe('GET /calendar_feeds', () => {
  it('200: newest first, disconnected ones included', async () => {
    const { add, list, disconnect, world } = await feedsOfPartner();
    const first = (await add()).body.id;
    world.clock.advance(1_000);
    const second = (await add('https://calendar.example.com/work.ics')).body.id;
    await disconnect(first);

    const { data } = expectSuccess(listCalendarFeedsContract, await list(), 200);

    expect(data.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      [second, 'active'],
      [first, 'disconnected'],
    ]);
  });

  it('200: filtered by member_id and status', async () => {
    const { add, list, aMember } = await feedsOfPartner();
    await add();
    const ben = await aMember('Ben');
    const { id } = (await add(undefined, ben)).body;

    const { data } = expectSuccess(listCalendarFeedsContract, await list(`&member_id=${ben}&status=active`), 200);

    expect(data.map((feed: { id: string }) => feed.id)).toEqual([id]);
  });

  it('400: refuses an unknown status', async () => {
    const { list } = await feedsOfPartner();

    expect(expectError(listCalendarFeedsContract, await list('&status=gone'), 400)).toEqual(['bad_request status']);
  });
});

describe('GET /calendar_feeds/{id}', () => {
  it('200: answers the feed', async () => {
    const { add, read } = await feedsOfPartner();
    const { body } = await add();

    expect(expectSuccess(getCalendarFeedContract, await read(body.id), 200)).toEqual(body);
  });

  it('404: an unknown id', async () => {
    const { read } = await feedsOfPartner();

    expect(expectError(getCalendarFeedContract, await read('cfd_01kcw3v9e2f3hb5wnkq8zr6m4t'), 404)).toEqual([
      'not_found',
    ]);
  });
});

describe('DELETE /calendar_feeds/{id}', () => {
  it('200: answers the disconnected feed, also when it is repeated', async () => {
    const { add, disconnect, read, count } = await feedsOfPartner();
    const { id } = (await add()).body;

    const body = expectSuccess(deleteCalendarFeedContract, await disconnect(id), 200);

    expect(body).toMatchObject({ id, status: 'disconnected', error: null });
    expect([(await disconnect(id)).body, (await read(id)).body, await count()]).toEqual([body, body, 0]);
  });

  it('404: an unknown id', async () => {
    const { disconnect } = await feedsOfPartner();

    expect(expectError(deleteCalendarFeedContract, await disconnect('cfd_01kcw3v9e2f3hb5wnkq8zr6m4t'), 404)).toEqual([
      'not_found',
    ]);
  });
});

describe('the feeds of a removed member', () => {
  it('are disconnected, and count no more for the founder', async () => {
    const { add, addElsewhere, ada, removeMember, read, world } = await feedsOfPartner({ user_active_feeds: 1 });
    const { id } = (await add()).body;

    await removeMember(ada);
    await housekeepingWorker(world).untilQuiet();

    expect((await read(id)).body.status).toBe('disconnected');
    expect((await addElsewhere()).status).toBe(201);
  });
});
