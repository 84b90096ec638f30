import { nextPollAt, POLL_MS } from '#shared/calendars/sync/rules/poll-slots';
import { TooLarge } from '#shared/foundation/core/store';
import { HOUR_MS, later, MINUTE_MS } from '#shared/foundation/core/time';
import { noon } from '#test/support/api';
import { aRunOf, calendarSyncWorker } from '#test/support/calendar-sync-worker';
import { anOccurrence, at } from '#test/support/fake-calendar';
import { describe, expect, it } from '#test/support/jest';
import { savedStates } from '#test/support/saved-states';
import { aSyncedCalendar } from './a-synced-calendar.ts';

const many = (count: number) =>
  Array.from({ length: count }, (_, nth) =>
    anOccurrence(`event-${nth}`, { startsAt: later(noon, HOUR_MS + nth * MINUTE_MS) }),
  );

describe('the first sync run of a calendar', () => {
  it('creates meetings and bots for the events in the window', async () => {
    const { calendar, runSync, seen, inCalendar, named } = await aSyncedCalendar();
    calendar.put(anOccurrence('one'), anOccurrence('two', { startsAt: at(26) }));

    await runSync();

    expect(await seen()).toEqual(inCalendar());
    expect(await named('About one')).toMatchObject({
      source: 'calendar_connection',
      recordings: [{ status: 'queued' }],
      calendar_event: { source: 'calendar_connection', ical_uid: 'one@calendar.test' },
    });
  });

  it('imports the events whose bots are more than may join at one time, and leaves these without one', async () => {
    const { calendar, runSync, seen, inCalendar, listed } = await aSyncedCalendar({
      limits: { planned_bots: 2, first_planned_bots: 1 },
    });
    calendar.put(...['one', 'two', 'three', 'four'].map((id) => anOccurrence(id)));

    await runSync();

    expect(await seen()).toEqual(inCalendar());
    const shown: readonly { readonly recordings: readonly object[] }[] = await listed('');
    expect(shown.filter(({ recordings }) => recordings.length > 0)).toHaveLength(2);
  });

  it('is followed at once by a second run for changes made before the watch existed, then by the poll', async () => {
    const { work, runSync, sync, id, world, connection } = await aSyncedCalendar();

    await runSync();

    expect(work.sent).toEqual([aRunOf(id, (await work.sync(id)).workspaceId)]);
    expect(await connection()).toMatchObject({ status: 'active', lastSyncedAt: noon });
    await runSync();
    expect((await sync()).dueAt).toBe(nextPollAt(id, world.clock.now(), POLL_MS));
    expect(work.sent).toHaveLength(1);
  });

  it('imports page after page, and saves its cursor in between', async () => {
    const { calendar, runSync, seen, inCalendar } = await aSyncedCalendar({ pageSize: 7 });
    calendar.put(...many(40));

    await runSync();

    expect(await seen()).toHaveLength(25);
    expect(calendar.calls.filter((method) => method === 'readOn')).toHaveLength(5);
    expect(inCalendar()).toHaveLength(40);
  });

  it('continues in the next invocation when time runs out, and still removes what it did not see', async () => {
    const { calendar, runSync, seen, inCalendar, sync, world } = await aSyncedCalendar({ pageSize: 3, timeLeft: 0 });
    calendar.put(...many(8));
    while ((await sync()).cursor === null) await runSync();
    expect(await seen()).toEqual(inCalendar());

    calendar.dropSilently('event-1');
    calendar.dropSilently('event-7');
    world.clock.set(later(noon, 30 * MINUTE_MS));
    calendar.expireCursors();
    await runSync();
    while ((await sync()).run !== null) await runSync();

    expect(await seen()).toEqual(inCalendar());
  });

  it('does not count towards the push limit of partners', async () => {
    const { calendar, runSync, world } = await aSyncedCalendar();
    calendar.put(...many(5));

    await runSync();

    expect(world.dynamo.items().filter(({ pk }) => pk?.S?.includes('#pushes#'))).toEqual([]);
  });

  it('skips an event that cannot be saved, logs no content of it, and imports the rest', async () => {
    const { calendar, world, titles, connection, id } = await aSyncedCalendar();
    const { changes } = world.context;
    const full = {
      save: async (made: Parameters<typeof changes.save>[0]) => {
        if (savedStates(made, 'meeting').some(({ title }) => title === 'About poison'))
          throw new TooLarge('Over 400 KB.');
        await changes.save(made);
      },
    };
    const work = calendarSyncWorker(world, { google: calendar, context: { ...world.context, changes: full } });
    calendar.put(anOccurrence('one'), anOccurrence('poison'), anOccurrence('two', { startsAt: at(3) }));

    await work.runSync(id);

    expect(await titles()).toEqual(['About one', 'About two']);
    expect(await connection()).toMatchObject({
      lastSyncedAt: noon,
      warnings: [{ code: 'rejected_event', count: 1, lastSeenAt: noon }],
    });
    expect(work.log).toContainEqual(expect.objectContaining({ passedOver: 1, codes: ['too_large'], connectionId: id }));
    expect(work.log).toContainEqual(expect.objectContaining({ OccurrencesPassedOver: 1, CalendarPasses: 1 }));
    expect(JSON.stringify(work.log)).not.toContain('About');
  });
});
