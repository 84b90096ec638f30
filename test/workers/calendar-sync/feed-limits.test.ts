import { calendarConnections } from '#functions/api/calendar-connections/index';
import type { CalendarFeedId } from '#shared/foundation/core/ids';
import type { LimitName } from '#shared/foundation/core/limits';
import { DAY_MS, type Instant, isoOf, later, MINUTE_MS } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { putCalendarSource } from '#shared/meetings/calendar-events/sources-store';
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
const aFeedWithRoom = (limit: 'feed_changes' | 'feed_occurrences', room: number) =>
  aFeedWithUse(limit, ({ workspaceId }) => workspaceId, room);

interface Whose {
  readonly workspaceId: string;
  readonly memberId: string;
}

/** The same, where the limit is kept for that. */
async function aFeedWithUse(limit: LimitName, subjectOf: (whose: Whose) => string, room: number) {
  const partner = await aPartner();
  const { world, owner } = partner;
  const { key, workspaceId } = owner;
  const server = fakeFeed(world.clock);
  const work = calendarSyncWorker(world, { feed: server });
  const call = callsTo(calendarConnections(world.context));
  const add = async (memberId: string): Promise<CalendarFeedId> => {
    const url = 'https://calendar.example.com/team.ics';
    const body = { workspace_id: workspaceId, member_id: memberId, url };
    return (await call('POST', '/calendar_feeds', { key, body })).body.id;
  };
  const memberId = await partner.aMember('Ada');
  const id = await add(memberId);
  server.publish(...aFile('First', 0));
  await work.whenDue(id);
  const { useOf, limitCounter, clock } = world.context;
  const subject = subjectOf({ workspaceId, memberId });
  const { most } = useOf(limit, subject, clock.now());
  await limitCounter.take(useOf(limit, subject, clock.now(), most - SIZE - room));
  return {
    ...partner,
    most,
    requests: server.requests,
    publish: (title: string, changed: number) => server.publish(...aFile(title, changed)),
    /** A file of events with these UIDs that ends within a calendar. */
    publishCutOff: (uids: readonly string[]) => {
      server.publish(...uids.map((uid) => anIcalEvent(uid, 'SUMMARY:Cut off', 'DTSTART:20261105T080000Z')));
      server.server.text = server.server.text.replace('END:VCALENDAR', 'BEGIN:VEVENT');
    },
    /** Sources of earlier files. */
    plant: async (count: number) => {
      for (let nth = 0; nth < count; nth += 1)
        await world.context.table.write(
          putCalendarSource({
            calendarId: id,
            sourceId: `planted-${nth}`,
            seriesId: null,
            eventId: world.context.ids.make('cev'),
            icalUid: `planted-${nth}`,
            originalStartsAt: START,
            startsAt: START,
          }),
        );
    },
    read: async (feed = id) => (await call('GET', `/calendar_feeds/${feed}`, { key })).body,
    /** That of another member, synced. */
    addForAnother: async (): Promise<CalendarFeedId> => {
      const other = await add(await partner.aMember('Grace'));
      await work.whenDue(other);
      return other;
    },
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

describe('what the feeds of one member change and read in a day', () => {
  it.each([
    ['100,000 changes', 'member_feed_changes', 'feed_changes'],
    ['5,000,000 occurrences', 'member_feed_occurrences', 'feed_occurrences'],
  ] as const)('are a tenth of %s, and leave the rest to other members', async (_named, limit, ofWorkspace) => {
    const story = await aFeedWithUse(limit, ({ memberId }) => memberId, 2);
    story.publish('Changed', 3);

    await story.poll();
    const other = await story.addForAnother();

    const { most } = useFactory()(ofWorkspace, '', START);
    expect(story.most).toBe(most / 10);
    expect(await story.read()).toMatchObject({ warnings: [{ code: 'limit_reached', count: 3 }] });
    expect(await story.dueIn()).toBeGreaterThan(0);
    expect(await story.read(other)).toMatchObject({ status: 'active', warnings: [] });
  });
});

describe('the sources of a feed', () => {
  /** The file is cut off from now on, and the feed has so many sources of earlier ones, all of them in the window. */
  async function aFileCutOff(sources: number) {
    const story = await aFeedWithRoom('feed_changes', 100);
    await story.plant(sources);
    story.publishCutOff(['event-0', 'event-1', 'another']);
    return story;
  }

  it('are 10,000: where a file that is cut off brings one more, nothing of it is saved', async () => {
    const { poll, titles, read, dueIn } = await aFileCutOff(9_997);

    await poll();

    expect(await titles()).toEqual(['First', 'First', 'First']);
    expect((await read()).warnings).toMatchObject([{ code: 'limit_reached', count: 3 }]);
    expect(await dueIn()).toBeGreaterThan(0);
  });

  it('may be 10,000', async () => {
    const { poll, titles } = await aFileCutOff(9_996);

    await poll();

    expect(await titles()).toEqual(['Cut off', 'Cut off', 'Cut off', 'First']);
  });
});
