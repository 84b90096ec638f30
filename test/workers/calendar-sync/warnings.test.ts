import { anOccurrence, at } from '#test/support/fake-calendar';
import { describe, expect, it } from '#test/support/jest';
import { aSyncedCalendar } from './a-synced-calendar.ts';

/** A calendar with two events, of which the second was synced once and cannot be read any more. */
async function aCalendarWithAnUnreadableEvent() {
  const story = await aSyncedCalendar();
  const { calendar, runSync } = story;
  calendar.put(anOccurrence('one'), anOccurrence('two', { startsAt: at(3) }));
  await runSync();
  await runSync();
  calendar.unreadable.add('two');
  calendar.put(anOccurrence('two', { startsAt: at(4), title: 'About something else' }));
  return story;
}

describe('an event that cannot be read', () => {
  it('stays as it was synced last, while the others of its page are synced, counted, shown, and reported to the operator', async () => {
    const { calendar, runSync, seen, connection, work, id } = await aCalendarWithAnUnreadableEvent();
    const before = await seen();
    calendar.put(anOccurrence('three', { startsAt: at(5) }));

    await runSync();

    expect(await seen()).toEqual([...before, expect.objectContaining({ title: 'About three' })]);
    expect(await connection()).toMatchObject({
      status: 'active',
      warnings: [{ code: 'unreadable_event', count: 1 }],
    });
    expect(work.log).toContainEqual(
      expect.objectContaining({ passedOver: 1, codes: ['unreadable_event'], connectionId: id }),
    );
    expect(work.givenUp).toEqual([id]);
    expect(work.log).toContainEqual(expect.objectContaining({ OccurrencesPassedOver: 1 }));
  });

  it('stays also through a full sync, and is counted once', async () => {
    const { calendar, runSync, seen, connection } = await aCalendarWithAnUnreadableEvent();
    await runSync();
    const before = await seen();
    calendar.expireCursors();

    await runSync();

    expect(await seen()).toEqual(before);
    expect((await connection()).warnings).toMatchObject([{ code: 'unreadable_event', count: 1 }]);
  });

  it('is no warning any more once it is read', async () => {
    const { calendar, runSync, titles, connection } = await aCalendarWithAnUnreadableEvent();
    await runSync();
    calendar.unreadable.clear();
    calendar.put(anOccurrence('two', { startsAt: at(4), title: 'About two again' }));

    await runSync();

    expect(await titles()).toEqual(['About one', 'About two again']);
    expect((await connection()).warnings).toEqual([]);
  });

  it('is no warning any more once it is removed from the calendar', async () => {
    const { calendar, runSync, connection } = await aCalendarWithAnUnreadableEvent();
    await runSync();
    calendar.unreadable.clear();
    calendar.drop('two');

    await runSync();

    expect((await connection()).warnings).toEqual([]);
  });
});
