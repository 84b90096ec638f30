import { readCalendar } from '#bin/demo/calendar/read-calendar';
import { shiftCalendar } from '#bin/demo/calendar/shift-calendar';
import { HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';
import { aCalendarOf, anEvent } from '#test/unit/bin/demo/calendar/calendars';

const now = Date.UTC(2027, 0, 4, 8) as Instant;
const daily = anEvent({ RRULE: 'FREQ=DAILY;COUNT=3' });
/** The second day's occurrence, an hour later than its series. */
const late = anEvent({ 'RECURRENCE-ID': '20261103T120000Z', DTSTART: '20261103T130000Z', DTEND: '20261103T140000Z' });
const { occurrences } = readCalendar(aCalendarOf(daily, late));

describe('a shifted calendar', () => {
  const { occurrences: shifted, leftOut } = shiftCalendar(occurrences, { now, most: 8 });

  it('starts in three minutes and ten seconds and continues seconds apart in the same order', () => {
    expect(shifted.map(({ startsAt }) => (startsAt - now) / 1000)).toEqual([190, 194, 198]);
    expect(shifted.map(({ recurring, cancelled }) => [recurring, cancelled])).toEqual(Array(3).fill([true, false]));
    expect(leftOut).toBe(0);
  });

  it('keeps durations', () => {
    expect(shifted.map(({ startsAt, endsAt }) => (endsAt - startsAt) / MINUTE_MS)).toEqual([30, 60, 30]);
  });

  it('keeps the distances between original starts', () => {
    const originals = shifted.map(({ originalStartsAt }) => originalStartsAt);

    expect(originals).toEqual([
      now + 190 * SECOND_MS,
      now + 190 * SECOND_MS + 24 * HOUR_MS,
      now + 190 * SECOND_MS + 48 * HOUR_MS,
    ]);
  });

  it('leaves out occurrences above the maximum', () => {
    expect(shiftCalendar(occurrences, { now, most: 2 })).toMatchObject({
      occurrences: shifted.slice(0, 2),
      leftOut: 1,
    });
  });

  it('is empty for an empty calendar', () => {
    expect(shiftCalendar([], { now, most: 8 })).toEqual({ occurrences: [], leftOut: 0 });
  });
});
