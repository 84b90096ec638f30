import { describe, expect, it } from '@jest/globals';
import { TooLarge } from '#shared/core/store';
import { HOUR_MS, later, MINUTE_MS } from '#shared/core/time';
import { anOccurrence, at } from '#test/support/a-calendar';
import { noon } from '#test/support/api';
import { calendarsAtWork } from '#test/support/calendars-at-work';
import { savedStates } from '#test/support/saved-states';
import { aSyncedCalendar } from './a-synced-calendar.ts';

const many = (count: number) =>
  Array.from({ length: count }, (_, nth) =>
    anOccurrence(`event-${nth}`, { startsAt: later(noon, HOUR_MS + nth * MINUTE_MS) }),
  );

describe('the first pass over a calendar', () => {
  it('makes meetings of what stands in the window, with bots for them', async () => {
    const { calendar, pass, seen, inCalendar, named } = await aSyncedCalendar();
    calendar.put(anOccurrence('one'), anOccurrence('two', { startsAt: at(26) }));

    await pass();

    expect(await seen()).toEqual(inCalendar());
    expect(await named('About one')).toMatchObject({
      source: 'calendar_connection',
      recordings: [{ status: 'queued' }],
      calendar_event: { source: 'calendar_connection', ical_uid: 'one@calendar.test' },
    });
  });

  it('is followed at once by a second pass for the changes made before the watch stood, then by the poll', async () => {
    const { work, pass, sync, id, world, connection } = await aSyncedCalendar();

    await pass();

    expect(work.sent).toEqual([{ message: { connectionId: id }, delaySeconds: 0 }]);
    expect(await connection()).toMatchObject({ status: 'active', lastSyncedAt: noon });
    await pass();
    expect((await sync()).dueAt).toBe(later(world.clock.now(), 15 * MINUTE_MS));
    expect(work.sent).toHaveLength(1);
  });

  it('takes page after page, and keeps its place in between', async () => {
    const { calendar, pass, seen, inCalendar } = await aSyncedCalendar({ pageSize: 7 });
    calendar.put(...many(40));

    await pass();

    expect(await seen()).toHaveLength(25);
    expect(calendar.calls.filter((method) => method === 'readOn')).toHaveLength(5);
    expect(inCalendar()).toHaveLength(40);
  });

  it('goes on in the next invocation where time runs out, and still knows what it did not see', async () => {
    const { calendar, pass, seen, inCalendar, sync, world } = await aSyncedCalendar({ pageSize: 3, timeLeft: 0 });
    calendar.put(...many(8));
    while ((await sync()).cursor === null) await pass();
    expect(await seen()).toEqual(inCalendar());

    calendar.dropSilently('event-1');
    calendar.dropSilently('event-7');
    world.clock.set(later(noon, 30 * MINUTE_MS));
    calendar.expireCursors();
    await pass();
    while ((await sync()).pass !== null) await pass();

    expect(await seen()).toEqual(inCalendar());
  });

  it('counts nothing towards the pushes of partners', async () => {
    const { calendar, pass, world } = await aSyncedCalendar();
    calendar.put(...many(5));

    await pass();

    expect(world.dynamo.items().filter(({ pk }) => pk?.S?.includes('#pushes#'))).toEqual([]);
  });

  it('passes over what no rule lets in, says so without a word of it, and takes the rest', async () => {
    const { calendar, world, titles, connection, id } = await aSyncedCalendar();
    const { changes } = world.context;
    const full = {
      save: async (made: Parameters<typeof changes.save>[0]) => {
        if (savedStates(made, 'meeting').some(({ title }) => title === 'About poison'))
          throw new TooLarge('Over 400 KB.');
        await changes.save(made);
      },
    };
    const work = calendarsAtWork(world, { google: calendar, context: { ...world.context, changes: full } });
    calendar.put(anOccurrence('one'), anOccurrence('poison'), anOccurrence('two', { startsAt: at(3) }));

    await work.pass(id);

    expect(await titles()).toEqual(['About one', 'About two']);
    expect(await connection()).toMatchObject({ lastSyncedAt: noon });
    expect(work.log).toContainEqual(expect.objectContaining({ passedOver: 1, codes: ['too_large'], connectionId: id }));
    expect(work.log).toContainEqual(expect.objectContaining({ OccurrencesPassedOver: 1, CalendarPasses: 1 }));
    expect(JSON.stringify(work.log)).not.toContain('About');
  });
});
