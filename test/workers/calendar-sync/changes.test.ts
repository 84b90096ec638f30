import { describe, expect, it } from '@jest/globals';
import { DAY_MS, later } from '#shared/core/time';
import { anOccurrence, at } from '#test/support/a-calendar';
import { noon } from '#test/support/api';
import { type ASyncedCalendar, aSyncedCalendar } from './a-synced-calendar.ts';

async function aStandingCalendar(provider: 'google' | 'microsoft' = 'google') {
  const story = await aSyncedCalendar({ provider });
  const { calendar, pass } = story;
  calendar.put(anOccurrence('one'), anOccurrence('two', { startsAt: at(2) }));
  await pass();
  await pass();
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

describe('a pass over what changed', () => {
  it('reads no more than that', async () => {
    const { calendar, pass, world } = await aStandingCalendar();
    calendar.calls.splice(0);
    const before = world.dynamo.items().length;

    await pass();

    expect(calendar.calls).toEqual(['access', 'readOn']);
    expect(world.dynamo.items()).toHaveLength(before);
  });

  it('moves a meeting under its own id, a single one by any distance', async () => {
    const story = await aStandingCalendar();
    const meetingId = await idOf(story, 'About one');
    story.calendar.put(anOccurrence('one', { startsAt: at(50), originalStartsAt: at(50) }));

    await story.pass();

    expect(await story.meeting(meetingId)).toMatchObject({ starts_at: new Date(at(50)).toISOString() });
    expect(await story.seen()).toEqual(story.inCalendar());
  });

  it('moves one occurrence of a series, and the others stay', async () => {
    const story = await aStandingCalendar();
    story.calendar.put(...aSeries());
    await story.pass();
    const meetingId = await idOf(story, 'Day 2');
    const [, second] = aSeries();
    if (second) story.calendar.put({ ...second, startsAt: at(60), endsAt: at(61) });

    await story.pass();

    expect(await story.meeting(meetingId)).toMatchObject({ starts_at: new Date(at(60)).toISOString() });
    expect(await story.seen()).toEqual(story.inCalendar());
  });

  it('cancels what is gone, with its bot, and takes it back under the same id', async () => {
    const story = await aStandingCalendar();
    const meetingId = await idOf(story, 'About one');
    story.calendar.drop('one');
    await story.pass();
    expect(await story.meeting(meetingId)).toMatchObject({ phase: 'cancelled', recordings: [{ status: 'cancelled' }] });
    expect(await story.titles()).toEqual(['About two']);

    story.calendar.put(anOccurrence('one'));
    await story.pass();

    expect(await story.meeting(meetingId)).toMatchObject({ phase: 'upcoming' });
  });

  it('cancels what turned into a day, and follows it when it has hours again', async () => {
    const story = await aStandingCalendar();
    story.calendar.put(anOccurrence('one', { isAllDay: true }));
    await story.pass();
    expect(await story.titles()).toEqual(['About two']);

    story.calendar.put(anOccurrence('one'));
    await story.pass();

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

      await story.pass();

      expect(await story.meeting(meetingId)).toMatchObject({ title: 'Now weekly', phase: 'upcoming' });
      expect(await story.seen()).toEqual(story.inCalendar());
    }
  });

  it('ends what a name stood for, when it stands for something else', async () => {
    const story = await aStandingCalendar();
    const meetingId = await idOf(story, 'About one');
    story.calendar.put(anOccurrence('one', { icalUid: 'another@calendar.test', title: 'Another' }));

    await story.pass();

    expect(await story.meeting(meetingId)).toMatchObject({ phase: 'cancelled' });
    expect(await story.titles()).toEqual(['Another', 'About two']);
  });

  it('ends a whole series by its own id', async () => {
    const { calendar, pass, titles } = await aStandingCalendar();
    calendar.put(...aSeries());
    await pass();
    for (const { id } of aSeries()) calendar.dropSilently(id);
    calendar.tell({ kind: 'gone', id: 'weekly' });

    await pass();

    expect(await titles()).toEqual(['About one', 'About two']);
  });

  it('ends the occurrences that a series no longer lists', async () => {
    const { calendar, pass, seen, inCalendar } = await aStandingCalendar('microsoft');
    calendar.put(...aSeries());
    await pass();
    calendar.dropSilently('weekly_2');
    calendar.tell({ kind: 'series', id: 'weekly', occurrenceIds: ['weekly_1', 'weekly_3'] });

    await pass();

    expect(await seen()).toEqual(inCalendar());
  });

  it('follows what it knows out of the window, and leaves alone what it never knew there', async () => {
    const story = await aStandingCalendar();
    const meetingId = await idOf(story, 'About one');
    story.calendar.put(anOccurrence('one', { startsAt: at(24 * 40), originalStartsAt: at(24 * 40) }));
    story.calendar.put(anOccurrence('far', { startsAt: at(24 * 40) }));

    await story.pass();

    expect(await story.meeting(meetingId)).toMatchObject({ starts_at: new Date(at(24 * 40)).toISOString() });
    expect(await story.titles()).toEqual(['About two', 'About one']);
  });

  it('lets a meeting go on that another member carries', async () => {
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

    await story.pass();

    expect(await story.meeting(meetingId)).toMatchObject({ phase: 'upcoming', title: 'Of Ben' });
  });
});

describe('a pass over everything, a day later', () => {
  it('finds a removal without a notification, and moves the window', async () => {
    const { calendar, pass, titles, work, sync, world } = await aStandingCalendar();
    calendar.put(anOccurrence('far', { startsAt: at(24 * 28 + 12) }), anOccurrence('soon', { startsAt: at(72) }));
    await pass();
    calendar.dropSilently('soon');
    work.aDayLater();

    await pass();

    expect(await titles()).toEqual(['About one', 'About two', 'About far']);
    expect((await sync()).cursor?.window.from).toBe(later(world.clock.now(), -DAY_MS));
  });

  it('leaves what is over as it was', async () => {
    const story = await aStandingCalendar();
    const meetingId = await idOf(story, 'About one');
    story.calendar.dropSilently('one');
    story.work.aDayLater();

    await story.pass();

    expect(await story.meeting(meetingId)).toMatchObject({ phase: 'past' });
  });
});
