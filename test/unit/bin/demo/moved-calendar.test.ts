import { describe, expect, it } from '@jest/globals';
import { movedCalendar } from '#bin/demo/moved-calendar';
import { readCalendar } from '#bin/demo/read-calendar';
import { HOUR_MS, type Instant, MINUTE_MS } from '#shared/core/time';
import { aCalendarOf, anEvent } from '#test/unit/bin/demo/calendars';

const now = Date.UTC(2027, 0, 4, 8) as Instant;
const daily = anEvent({ RRULE: 'FREQ=DAILY;COUNT=3' });
/** The second day's, an hour later than its series has it. */
const late = anEvent({ 'RECURRENCE-ID': '20261103T120000Z', DTSTART: '20261103T130000Z', DTEND: '20261103T140000Z' });
const { occurrences } = readCalendar(aCalendarOf(daily, late));

describe('a moved calendar', () => {
  const { shown, leftOut } = movedCalendar(occurrences, { now, most: 8 });

  it('begins in three minutes, and goes on seconds apart in the same order', () => {
    expect(shown.map(({ startsAt }) => (startsAt - now) / 1000)).toEqual([180, 184, 188]);
    expect(shown.map(({ recurring, cancelled }) => [recurring, cancelled])).toEqual(Array(3).fill([true, false]));
    expect(leftOut).toBe(0);
  });

  it('keeps how long each is', () => {
    expect(shown.map(({ startsAt, endsAt }) => (endsAt - startsAt) / MINUTE_MS)).toEqual([30, 60, 30]);
  });

  it('keeps apart what are different occurrences, as far from each other as they were', () => {
    const originals = shown.map(({ originalStartsAt }) => originalStartsAt);

    expect(originals).toEqual([
      now + 3 * MINUTE_MS,
      now + 3 * MINUTE_MS + 24 * HOUR_MS,
      now + 3 * MINUTE_MS + 48 * HOUR_MS,
    ]);
  });

  it('leaves out what comes after the most that is asked for', () => {
    expect(movedCalendar(occurrences, { now, most: 2 })).toMatchObject({ shown: shown.slice(0, 2), leftOut: 1 });
  });

  it('is empty when the calendar is', () => {
    expect(movedCalendar([], { now, most: 8 })).toEqual({ shown: [], leftOut: 0 });
  });
});
