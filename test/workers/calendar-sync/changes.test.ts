import { DAY_MS, later } from '#shared/foundation/core/time';
import { noon } from '#test/support/api';
import { anOccurrence, at } from '#test/support/fake-calendar';
import { describe, expect, it } from '#test/support/jest';
import { type ASyncedCalendar, aSyncedCalendar } from './a-synced-calendar.ts';

async function aStandingCalendar(provider: 'google' | 'microsoft' = 'google') {
  const story = await aSyncedCalendar({ provider });
  const { calendar, runSync } = story;
  calendar.put(anOccurrence('one'), anOccurrence('two', { startsAt: at(2) }));
  await runSync();
  await runSync();
  return story;
}

/** Tuesday to Thursday, at noon. */
const aSeries = (given: Parameters<typeof anOccurrence>[1] = {}) =>
  [1, 2, 3].map((day) => {
    const startsAt = later(noon, day * DAY_MS);
    return anOccurrence(`weekly_${day}`, {
      ...{ icalUid: 'weekly@calendar.test', seriesId: 'weekly', recurring: true, title: `Day ${day}` },
      ...{ startsAt, originalStartsAt: startsAt, ...given },
    });
  });

const idOf = async ({ named }: ASyncedCalendar, title: string): Promise<string> => (await named(title)).id;

describe('an incremental sync run', () => {
  it('reads nothing but the changes', async () => {
    const { calendar, runSync, world } = await aStandingCalendar();
    calendar.calls.splice(0);
    const before = world.dynamo.items().length;

    await runSync();

    expect(calendar.calls).toEqual(['access', 'readOn']);
    expect(world.dynamo.items()).toHaveLength(before);
  });

  it('moves a meeting without changing its id, a single one by any distance', async () => {
    const story = await aStandingCalendar();
    const meetingId = await idOf(story, 'About one');
    story.calendar.put(anOccurrence('one', { startsAt: at(50), originalStartsAt: at(50) }));

    await story.runSync();

    expect(await story.meeting(meetingId)).toMatchObject({ starts_at: new Date(at(50)).toISOString() });
    expect(await story.seen()).toEqual(story.inCalendar());
  });

  it('moves one occurrence of a series without the others', async () => {
    const story = await aStandingCalendar();
    story.calendar.put(...aSeries());
    await story.runSync();
    const meetingId = await idOf(story, 'Day 2');
    const [, second] = aSeries();
    if (second) story.calendar.put({ ...second, startsAt: at(60), endsAt: at(61) });

    await story.runSync();

    expect(await story.meeting(meetingId)).toMatchObject({ starts_at: new Date(at(60)).toISOString() });
    expect(await story.seen()).toEqual(story.inCalendar());
  });

  it('cancels the meeting of a removed event with its bot, and restores it under the same id', async () => {
    const story = await aStandingCalendar();
    const meetingId = await idOf(story, 'About one');
    story.calendar.drop('one');
    await story.runSync();
    expect(await story.meeting(meetingId)).toMatchObject({ phase: 'cancelled', recordings: [{ status: 'cancelled' }] });
    expect(await story.titles()).toEqual(['About two']);

    story.calendar.put(anOccurrence('one'));
    await story.runSync();

    expect(await story.meeting(meetingId)).toMatchObject({ phase: 'upcoming' });
  });

  it('cancels an event that becomes all-day, and restores it when it has times again', async () => {
    const story = await aStandingCalendar();
    story.calendar.put(anOccurrence('one', { isAllDay: true }));
    await story.runSync();
    expect(await story.titles()).toEqual(['About two']);

    story.calendar.put(anOccurrence('one'));
    await story.runSync();

    expect(await story.titles()).toEqual(['About one', 'About two']);
  });

  it('keeps a meeting whose event id changed at the provider, in either order of the changes', async () => {
    for (const order of ['gone first', 'gone last']) {
      const story = await aStandingCalendar();
      const { calendar } = story;
      const meetingId = await idOf(story, 'About one');
      const renamed = anOccurrence('other', {
        icalUid: 'one@calendar.test',
        recurring: true,
        seriesId: 'one',
        title: 'Now weekly',
      });
      if (order === 'gone first') calendar.drop('one');
      calendar.put(renamed);
      if (order === 'gone last') calendar.drop('one');

      await story.runSync();

      expect(await story.meeting(meetingId)).toMatchObject({ title: 'Now weekly', phase: 'upcoming' });
      expect(await story.seen()).toEqual(story.inCalendar());
    }
  });

  it('ends the old event when its id is reused for another one', async () => {
    const story = await aStandingCalendar();
    const meetingId = await idOf(story, 'About one');
    story.calendar.put(anOccurrence('one', { icalUid: 'another@calendar.test', title: 'Another' }));

    await story.runSync();

    expect(await story.meeting(meetingId)).toMatchObject({ phase: 'cancelled' });
    expect(await story.titles()).toEqual(['Another', 'About two']);
  });

  it('ends a whole series by the id of the series', async () => {
    const { calendar, runSync, titles } = await aStandingCalendar();
    calendar.put(...aSeries());
    await runSync();
    for (const { id } of aSeries()) calendar.dropSilently(id);
    calendar.tell({ kind: 'gone', id: 'weekly' });

    await runSync();

    expect(await titles()).toEqual(['About one', 'About two']);
  });

  it('ends the occurrences that a series no longer lists', async () => {
    const { calendar, runSync, seen, inCalendar } = await aStandingCalendar('microsoft');
    calendar.put(...aSeries());
    await runSync();
    calendar.dropSilently('weekly_2');
    calendar.tell({ kind: 'series', id: 'weekly', occurrenceIds: ['weekly_1', 'weekly_3'] });

    await runSync();

    expect(await seen()).toEqual(inCalendar());
  });

  it('follows a known event out of the window, and ignores unknown events there', async () => {
    const story = await aStandingCalendar();
    const meetingId = await idOf(story, 'About one');
    story.calendar.put(anOccurrence('one', { startsAt: at(24 * 40), originalStartsAt: at(24 * 40) }));
    story.calendar.put(anOccurrence('far', { startsAt: at(24 * 40) }));

    await story.runSync();

    expect(await story.meeting(meetingId)).toMatchObject({ starts_at: new Date(at(24 * 40)).toISOString() });
    expect(await story.titles()).toEqual(['About two', 'About one']);
  });

  it('keeps a meeting that another member has in a calendar', async () => {
    const story = await aStandingCalendar();
    const meetingId = await idOf(story, 'About one');
    await story.push({
      member_data: { email: 'ben@acme.test' },
      ical_uid: 'one@calendar.test',
      starts_at: new Date(at(1)).toISOString(),
      ends_at: new Date(at(2)).toISOString(),
      title: 'Of Ben',
    });
    story.calendar.drop('one');

    await story.runSync();

    expect(await story.meeting(meetingId)).toMatchObject({ phase: 'upcoming', title: 'Of Ben' });
  });
});

describe('a full sync run, a day later', () => {
  it('finds a removal without a notification, and moves the window', async () => {
    const { calendar, runSync, titles, work, sync, world } = await aStandingCalendar();
    calendar.put(anOccurrence('far', { startsAt: at(24 * 28 + 12) }), anOccurrence('soon', { startsAt: at(72) }));
    await runSync();
    calendar.dropSilently('soon');
    work.aDayLater();

    await runSync();

    expect(await titles()).toEqual(['About one', 'About two', 'About far']);
    expect((await sync()).cursor?.window.from).toBe(later(world.clock.now(), -DAY_MS));
  });

  it('does not change past meetings', async () => {
    const story = await aStandingCalendar();
    const meetingId = await idOf(story, 'About one');
    story.calendar.dropSilently('one');
    story.work.aDayLater();

    await story.runSync();

    expect(await story.meeting(meetingId)).toMatchObject({ phase: 'past' });
  });
});
