import { calendarConnections } from '#functions/api/calendar-connections/index';
import type { CalendarFeedId } from '#shared/core/ids';
import { DAY_MS, type Instant, isoOf, later, MINUTE_MS } from '#shared/core/time';
import { callsTo } from '#test/support/api';
import { calendarSyncWorker } from '#test/support/calendar-sync-worker';
import { anIcalEvent, fakeFeed } from '#test/support/fake-feed';
import { describe, expect, it } from '#test/support/jest';
import { aPartner, aPush } from '../../contract/calendar-events/a-partner.ts';

const SIZE = 3;
const START = Date.parse('2026-11-05T08:00:00Z') as Instant;

/** A file of three events, of which so many have another title. */
const aFile = (title: string, changed: number) =>
  Array.from({ length: SIZE }, (_, nth) =>
    anIcalEvent(
      `event-${nth}`,
      `SUMMARY:${nth < changed ? title : 'First'}`,
      `DTSTART:${isoOf(later(START, nth * 30 * MINUTE_MS)).replaceAll(/[-:]|\.000/g, '')}`,
      'DURATION:PT15M',
    ),
  );

/** A feed of three occurrences that was synced, in a workspace whose other feeds have left room for so much more today. */
async function aFeedWithRoom(limit: 'feed_changes' | 'feed_occurrences', room: number) {
  const partner = await aPartner();
  const { world, owner } = partner;
  const { key, workspaceId } = owner;
  const server = fakeFeed(world.clock);
  const work = calendarSyncWorker(world, { feed: server });
  const call = callsTo(calendarConnections(world.context));
  const body = {
    workspace_id: workspaceId,
    member_id: await partner.aMember('Ada'),
    url: 'https://calendar.example.com/ada.ics',
  };
  const id: CalendarFeedId = (await call('POST', '/calendar_feeds', { key, body })).body.id;
  server.publish(...aFile('First', 0));
  await work.whenDue(id);
  const { useOf, limitCounter, clock } = world.context;
  const { most } = useOf(limit, workspaceId, clock.now());
  await limitCounter.take(useOf(limit, workspaceId, clock.now(), most - SIZE - room));
  return {
    ...partner,
    most,
    requests: server.requests,
    publish: (title: string, changed: number) => server.publish(...aFile(title, changed)),
    read: async () => (await call('GET', `/calendar_feeds/${id}`, { key })).body,
    titles: async (): Promise<readonly string[]> =>
      (await partner.listed()).map(({ title }: { title: string }) => title).sort(),
    runNow: () => work.pollAndRun(id),
    async poll(): Promise<void> {
      await work.untilDue(id);
      await work.pollAndRun(id);
    },
    dueIn: async () => Number((await work.sync(id)).dueAt) - (Math.floor(clock.now() / DAY_MS) + 1) * DAY_MS,
  };
}

describe('the occurrences that feeds of a workspace change in a day', () => {
  it('are 100,000: of a file with more nothing is saved, until the day has ended', async () => {
    const { most, publish, poll, titles, read, dueIn } = await aFeedWithRoom('feed_changes', 2);
    publish('Changed', 3);

    await poll();

    expect(most).toBe(100_000);
    expect(await titles()).toEqual(['First', 'First', 'First']);
    expect(await read()).toMatchObject({
      status: 'active',
      error: null,
      warnings: [{ code: 'limit_reached', count: 3 }],
    });
    const wait = await dueIn();
    expect([wait > 0, wait <= 15 * MINUTE_MS]).toEqual([true, true]);
    await poll();
    expect(await titles()).toEqual(['Changed', 'Changed', 'Changed']);
    expect((await read()).warnings).toEqual([]);
  });

  it('are saved where they fit, and unchanged ones do not count', async () => {
    const { publish, poll, titles, read } = await aFeedWithRoom('feed_changes', 2);

    publish('Changed', 1);
    await poll();
    publish('Changed again', 1);
    await poll();

    expect(await titles()).toEqual(['Changed again', 'First', 'First']);
    expect((await read()).warnings).toEqual([]);
  });

  it('cost no request for a feed that waits', async () => {
    const { publish, poll, runNow, requests } = await aFeedWithRoom('feed_changes', 2);
    publish('Changed', 3);
    await poll();
    const before = requests.length;

    await runNow();

    expect(requests).toHaveLength(before);
  });

  it('leave pushed events as they are', async () => {
    const { publish, poll, push } = await aFeedWithRoom('feed_changes', 2);
    publish('Changed', 3);
    await poll();

    expect((await push(aPush())).status).toBe(201);
  });
});

describe('the occurrences of changed files that feeds of a workspace have in a day', () => {
  it('are 5,000,000: a file with more waits, though nothing in it has changed', async () => {
    const { most, publish, poll, read, dueIn } = await aFeedWithRoom('feed_occurrences', 2);
    publish('Changed', 1);

    await poll();

    expect(most).toBe(5_000_000);
    expect((await read()).warnings).toMatchObject([{ code: 'limit_reached', count: 3 }]);
    expect(await dueIn()).toBeGreaterThan(0);
  });
});
