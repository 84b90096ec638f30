import { DAY_MS, HOUR_MS, type Instant, isoOf, later } from '#shared/foundation/core/time';
import { aProviderCalendar } from '#test/doubles/calendar-providers/calendar/a-provider-calendar';
import { describe, expect, it } from '#test/support/jest';
import { aClock, MONDAY } from './a-clock.ts';

const WEEK = { from: MONDAY, to: later(MONDAY, 7 * DAY_MS) };
const ADA = { name: 'Ada', email: 'ada@example.com' };

function aCalendar() {
  let made = 0;
  return aProviderCalendar({
    owner: ADA,
    clock: aClock(),
    newId: () => `event${++made}`,
    icalUidOf: (id) => `${id}@example.com`,
    splitIdOf: (id) => `${id}-split`,
  });
}

const starts = (calendar: ReturnType<typeof aCalendar>, window = WEEK) =>
  calendar.occurrences(window).map(({ startsAt }) => isoOf(startsAt).slice(0, 16));

describe('a calendar', () => {
  it('has an event that its owner typed', () => {
    const calendar = aCalendar();
    calendar.addEvent({ title: 'Talk', startsAt: later(MONDAY, HOUR_MS) });
    expect(calendar.occurrences(WEEK)).toMatchObject([
      { title: 'Talk', organizer: ADA, recurring: false, originalStartsAt: later(MONDAY, HOUR_MS) },
    ]);
  });

  it('expands a series in its own zone, across the end of summer time', () => {
    const calendar = aCalendar();
    const friday = Date.UTC(2026, 9, 23, 8) as Instant;
    calendar.addSeries({ rule: 'FREQ=WEEKLY', startsAt: friday, timeZone: 'Europe/Berlin' });
    const window = { from: friday, to: later(friday, 15 * DAY_MS) };
    expect(starts(calendar, window)).toEqual(['2026-10-23T08:00', '2026-10-30T09:00', '2026-11-06T09:00']);
  });

  it('moves one occurrence and drops another', () => {
    const calendar = aCalendar();
    const id = calendar.addSeries({ rule: 'FREQ=DAILY;COUNT=4', startsAt: MONDAY });
    calendar.move({ id, originalStartsAt: later(MONDAY, DAY_MS) }, later(MONDAY, DAY_MS + 3 * HOUR_MS));
    calendar.remove({ id, originalStartsAt: later(MONDAY, 2 * DAY_MS) });
    expect(starts(calendar)).toEqual(['2026-11-02T10:00', '2026-11-03T13:00', '2026-11-05T10:00']);
  });

  it('shows an occurrence that was moved into the window, and none that was moved out', () => {
    const calendar = aCalendar();
    const id = calendar.addSeries({ rule: 'FREQ=WEEKLY', startsAt: MONDAY });
    calendar.move({ id, originalStartsAt: MONDAY }, later(MONDAY, 30 * DAY_MS));
    calendar.move({ id, originalStartsAt: later(MONDAY, 14 * DAY_MS) }, later(MONDAY, 2 * DAY_MS));
    expect(starts(calendar)).toEqual(['2026-11-04T10:00']);
  });

  it('splits a series in two', () => {
    const calendar = aCalendar();
    const id = calendar.addSeries({ title: 'Old', rule: 'FREQ=DAILY', startsAt: MONDAY });
    calendar.splitSeries(id, later(MONDAY, 2 * DAY_MS), { title: 'New' });
    const titles = calendar.occurrences({ from: MONDAY, to: later(MONDAY, 4 * DAY_MS) }).map(({ title }) => title);
    expect(titles).toEqual(['Old', 'Old', 'New', 'New']);
  });

  it('says nothing of what was removed or called off, and brings it back', () => {
    const calendar = aCalendar();
    const [removed, calledOff] = [MONDAY, MONDAY].map((startsAt) => calendar.addEvent({ startsAt }));
    calendar.remove({ id: removed ?? '' });
    calendar.cancelByOrganizer({ id: calledOff ?? '' });
    expect(starts(calendar)).toEqual([]);
    calendar.restore(removed ?? '');
    expect(starts(calendar)).toEqual(['2026-11-02T10:00']);
  });

  it('remembers what stood at an earlier revision', () => {
    const calendar = aCalendar();
    const id = calendar.addEvent({ title: 'First', startsAt: MONDAY });
    const then = calendar.revision;
    calendar.edit({ id }, { title: 'Second' });
    expect(calendar.eventsAt(then)).toMatchObject([{ title: 'First' }]);
    expect(calendar.changesBetween(then, calendar.revision)).toMatchObject([
      { before: { title: 'First' }, now: { title: 'Second' } },
    ]);
    expect(calendar.changesBetween(calendar.revision, calendar.revision)).toEqual([]);
  });

  it('declines as its owner', () => {
    const calendar = aCalendar();
    const id = calendar.addSeries({ rule: 'FREQ=DAILY;COUNT=2', startsAt: MONDAY });
    calendar.respond({ id, originalStartsAt: MONDAY }, 'declined');
    expect(calendar.occurrences(WEEK).map(({ attendees }) => attendees)).toEqual([
      [{ ...ADA, response: 'declined', isResource: false }],
      [],
    ]);
  });
});
