import { calendarConnections } from '#functions/api/calendar-connections/index';
import { disconnectCalendar } from '#shared/calendars/connections/commands/disconnect-calendar';
import { isPollOf } from '#shared/calendars/sync/rules/poll-slots';
import type { CalendarFeedId, MemberId } from '#shared/foundation/core/ids';
import type { LimitOverrides } from '#shared/foundation/core/limits';
import { LostRace } from '#shared/foundation/core/store';
import { DAY_MS, HOUR_MS, type Instant, isoOf, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { usedIn } from '#shared/foundation/dynamodb/limits';
import { aWorld, callsTo, noon } from '#test/support/api';
import { calendarSyncWorker } from '#test/support/calendar-sync-worker';
import { anOccurrence } from '#test/support/fake-calendar';
import { anIcalEvent, fakeFeed } from '#test/support/fake-feed';
import { describe, expect, it } from '#test/support/jest';
import { savedStates } from '#test/support/saved-states';
import { aPartner, aPush } from '../../contract/calendar-events/a-partner.ts';
import { aSyncedCalendar } from './a-synced-calendar.ts';

const OCCURRENCES = 4;
const ATTENDEES = 5;
/** Those of two occurrences and a half. */
const ROOM = { imported_people: 12, user_imported_people: 100 };

const addresses = Array.from({ length: ATTENDEES }, (_, nth) => `${nth}@other.test`);
const startOf = (nth: number, movedMs: number) => later(noon, HOUR_MS + nth * HOUR_MS + movedMs);

/** A file of four events with five attendees each, all of them moved by so much. */
const aFile = (movedMs: number, prefix = 'event') =>
  Array.from({ length: OCCURRENCES }, (_, nth) =>
    anIcalEvent(
      `${prefix}-${nth}`,
      `SUMMARY:${movedMs === 0 ? 'First' : 'Moved'}`,
      `DTSTART:${isoOf(startOf(nth, movedMs)).replaceAll(/[-:]|\.000/g, '')}`,
      'DURATION:PT15M',
      ...addresses.map((address) => `ATTENDEE:mailto:${address}`),
    ),
  );

/** A feed with that file, added and not yet synced, in a workspace with such limits. */
async function aFeed(limits: LimitOverrides) {
  const partner = await aPartner(aWorld({ useOf: useFactory(limits) }));
  const { world, owner } = partner;
  const { key, workspaceId } = owner;
  const server = fakeFeed(world.clock);
  const work = calendarSyncWorker(world, { feed: server });
  const call = callsTo(calendarConnections(world.context));
  const memberId = await partner.aMember('Ada');
  const url = 'https://calendar.example.com/team.ics';
  const body = { workspace_id: workspaceId, member_id: memberId, url };
  const id: CalendarFeedId = (await call('POST', '/calendar_feeds', { key, body })).body.id;
  server.publish(...aFile(0));
  return {
    ...partner,
    server: server.server,
    /** A feed of another member with two meetings of its own; returns what syncs it. */
    async further(name: string) {
      const member_id = await partner.aMember(name);
      const { id: other } = (
        await call('POST', '/calendar_feeds', { key, body: { ...body, member_id, url: `${url}?2` } })
      ).body;
      server.publish(...aFile(0, name).slice(0, 2));
      return () => work.receive({ connectionId: other, workspaceId });
    },
    empty: () => server.publish(),
    untilDue: () => work.untilDue(id),
    /** Of the changes of the member's feeds on that day. */
    used: (day: Instant) =>
      usedIn(world.context.table, world.context.useOf('member_feed_changes', memberId as MemberId, day)),
    move: () => server.publish(...aFile(MINUTE_MS)),
    run: () => work.whenDue(id),
    warnings: async () => (await call('GET', `/calendar_feeds/${id}`, { key })).body.warnings,
    titles: async (): Promise<readonly string[]> =>
      (await partner.listed()).map(({ title }: { title: string }) => title).sort(),
    dueIn: async () => Number((await work.sync(id)).dueAt) - world.clock.now(),
  };
}

describe('the people whom a feed changes', () => {
  it('are those of a minute: beyond them the feed goes on later, and says so', async () => {
    const { run, titles, warnings, dueIn } = await aFeed(ROOM);

    await run();

    expect(await titles()).toEqual(['First', 'First']);
    expect(await warnings()).toMatchObject([{ code: 'limit_reached', count: 2 }]);
    const wait = await dueIn();
    expect([wait > 0, wait <= 16 * MINUTE_MS]).toEqual([true, true]);
    await run();
    expect(await titles()).toEqual(['First', 'First', 'First', 'First']);
    expect(await warnings()).toEqual([]);
  });

  it('count at each change of their meetings', async () => {
    const { run, titles, move } = await aFeed(ROOM);
    await run();
    await run();
    move();

    await run();

    expect(await titles()).toEqual(['First', 'First', 'Moved', 'Moved']);
  });

  it('count for all workspaces that one user founded', async () => {
    const { run, titles } = await aFeed({ imported_people: 100, user_imported_people: 12 });

    await run();

    expect(await titles()).toEqual(['First', 'First']);
  });

  it('count for the member: those of another go on', async () => {
    const { run, titles, further } = await aFeed({ member_imported_people: 12, imported_people: 32 });

    await run();
    expect(await titles()).toEqual(['First', 'First']);
    await (await further('Ben'))();

    expect(await titles()).toHaveLength(4);
  });

  it('leave as much to pushed events of that minute', async () => {
    const { run, push } = await aFeed({ ...ROOM, pushed_people: ATTENDEES });
    await run();
    const attendees = addresses.map((email) => ({ email }));

    expect((await push(aPush({ attendees, organizer: null }))).status).toBe(201);
  });

  it('use up of the changes of a day what is saved, however often the feed has to go on', async () => {
    const { run, titles } = await aFeed({ ...ROOM, member_feed_changes: OCCURRENCES });

    await run();
    await run();

    expect(await titles()).toEqual(['First', 'First', 'First', 'First']);
  });

  it('count where meetings leave the file: those beyond are cancelled later', async () => {
    const { run, titles, empty, warnings } = await aFeed(ROOM);
    await run();
    await run();
    empty();

    await run();

    expect(await titles()).toEqual(['First', 'First']);
    expect(await warnings()).toMatchObject([{ code: 'limit_reached', count: 2 }]);
    await run();
    expect(await titles()).toEqual([]);
    expect(await warnings()).toEqual([]);
  });

  it('give the changes that wait back to the day that they were counted for', async () => {
    const { run, untilDue, world, used } = await aFeed({ ...ROOM, member_feed_changes: OCCURRENCES });
    await untilDue();
    const countedAt = world.clock.now();
    const { limitCounter } = world.context;
    const { take } = limitCounter;
    const midnight = (countedAt - (countedAt % DAY_MS) + DAY_MS) as Instant;
    limitCounter.take = (use) =>
      take(use).catch((refusal: unknown) => {
        world.clock.set(midnight);
        throw refusal;
      });

    await run();

    expect(await used(countedAt)).toBe(2);
  });

  it('end no rest of a feed that answers slowly', async () => {
    const { run, dueIn, server, world } = await aFeed(ROOM);
    server.beforeAnswer = () => world.clock.advance(30 * SECOND_MS);

    await run();

    expect(await dueIn()).toBeGreaterThan(3 * HOUR_MS - 15 * MINUTE_MS);
  });
});

describe('the people whom a connected calendar changes', () => {
  const people = addresses.map((email) => ({
    name: null,
    email,
    response: 'needs_action' as const,
    isResource: false,
  }));
  const events = (movedMs: number) =>
    Array.from({ length: OCCURRENCES }, (_, nth) =>
      anOccurrence(`event-${nth}`, {
        title: movedMs === 0 ? 'First' : 'Moved',
        startsAt: startOf(nth, movedMs),
        organizer: null,
        attendees: people,
      }),
    );

  it('are those of a minute: a first sync goes on in the next poll, where it was', async () => {
    const { calendar, runSync, titles, sync, world, id } = await aSyncedCalendar({ limits: ROOM, pageSize: 2 });
    calendar.put(...events(0));

    await runSync();

    expect(await titles()).toEqual(['First', 'First']);
    const dueAt = Number((await sync()).dueAt) as Instant;
    expect([dueAt > world.clock.now(), isPollOf(id, dueAt)]).toEqual([true, true]);
    await runSync();
    expect(await titles()).toEqual(['First', 'First', 'First', 'First']);
    expect(calendar.calls.filter((method) => method === 'readWindow')).toHaveLength(1);
  });

  it('are those of a minute: changes beyond are found by a full run', async () => {
    const { calendar, runSync, titles, sync } = await aSyncedCalendar({ limits: ROOM });
    calendar.put(...events(0));
    for (let run = 0; run < 3; run += 1) await runSync();
    calendar.put(...events(MINUTE_MS));

    await runSync();

    expect([...(await titles())].sort()).toEqual(['First', 'First', 'Moved', 'Moved']);
    expect((await sync()).cursor).toBeNull();
    await runSync();
    expect(await titles()).toEqual(['Moved', 'Moved', 'Moved', 'Moved']);
  });

  it('are those of a minute: removals beyond are found by a full run', async () => {
    const { calendar, runSync, seen, sync } = await aSyncedCalendar({ limits: ROOM });
    const left = async () => (await seen()).filter(({ phase }: { phase: string }) => phase === 'upcoming').length;
    calendar.put(...events(0));
    for (let run = 0; run < 3; run += 1) await runSync();
    for (let nth = 0; nth < OCCURRENCES; nth += 1) calendar.drop(`event-${nth}`);

    await runSync();

    expect(await left()).toBe(2);
    expect((await sync()).cursor).toBeNull();
    await runSync();
    expect(await left()).toBe(0);
  });

  it('are those of a minute: of a calendar that is disconnected the later ones wait', async () => {
    const { calendar, runSync, seen, work, world, id } = await aSyncedCalendar({ limits: ROOM });
    const upcoming = async () => (await seen()).filter(({ phase }: { phase: string }) => phase === 'upcoming');
    calendar.put(...events(0));
    for (let run = 0; run < 3; run += 1) await runSync();
    const [, , third, last] = await upcoming();
    world.clock.advance(5 * MINUTE_MS);
    await disconnectCalendar(world.context)(id);
    const [job] = work.endings();

    await work.end(String(job?.id));
    await work.end(String(job?.id));

    expect(await upcoming()).toEqual([third, last]);
    await work.endAll();
    expect(await upcoming()).toEqual([]);
  });

  it('count once, however many races their import loses', async () => {
    const { calendar, world, id, titles } = await aSyncedCalendar({ limits: ROOM });
    calendar.put(...events(0).slice(0, 1));
    const { changes } = world.context;
    let races = 0;
    const save = async (made: Parameters<typeof changes.save>[0]) => {
      const isOfEvent = savedStates(made, 'calendar_event').length > 0;
      races += isOfEvent ? 1 : 0;
      if (isOfEvent && races <= 12) throw new LostRace('Another save was faster.');
      await changes.save(made);
    };
    const crowded = calendarSyncWorker(world, { google: calendar, context: { ...world.context, changes: { save } } });

    await crowded.runSync(id);

    expect(await titles()).toEqual(['First']);
  });

  it('are no failure: nothing is passed over', async () => {
    const { calendar, runSync, sync, connection } = await aSyncedCalendar({ limits: ROOM });
    calendar.put(...events(0));

    await runSync();

    expect(await sync()).toMatchObject({ failures: 0, refusals: 0, passedOver: [] });
    expect(await connection()).toMatchObject({ status: 'active', warnings: [] });
  });
});
