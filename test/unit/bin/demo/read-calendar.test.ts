import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readCalendar } from '#bin/demo/read-calendar';
import { type Instant, isoOf } from '#shared/core/time';
import { aCalendarOf, aCalendarWith, anEvent } from '#test/unit/bin/demo/calendars';

const startsIn = (text: string, from?: Instant) =>
  readCalendar(text, from).occurrences.map(({ startsAt }) => isoOf(startsAt));
const onlyOne = (text: string) => {
  const { occurrences } = readCalendar(text);
  expect(occurrences).toHaveLength(1);
  return occurrences[0];
};

describe('the times of a calendar', () => {
  it('follow a rule over a change of the clocks, in the zone that the calendar defines', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Ours',
      'BEGIN:DAYLIGHT',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'DTSTART:19700329T020000',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'END:DAYLIGHT',
      'BEGIN:STANDARD',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'DTSTART:19701025T030000',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
      'END:STANDARD',
      'END:VTIMEZONE',
    ];
    const weekly = anEvent({
      DTSTART: ';TZID=Ours:20261019T100000',
      DTEND: ';TZID=Ours:20261019T103000',
      RRULE: 'FREQ=WEEKLY;COUNT=2',
    });

    expect(startsIn(aCalendarWith(zone, weekly))).toEqual(['2026-10-19T08:00:00.000Z', '2026-10-26T09:00:00.000Z']);
  });

  it('are read by the name of a zone that the calendar does not define', () => {
    const event = anEvent({
      DTSTART: ';TZID=America/New_York:20261102T120000',
      DTEND: ';TZID=America/New_York:20261102T130000',
    });

    expect(startsIn(aCalendarOf(event))).toEqual(['2026-11-02T17:00:00.000Z']);
  });

  it('float in the zone of the calendar', () => {
    const event = anEvent({ DTSTART: '20261102T120000', DTEND: '20261102T130000' });

    expect(startsIn(aCalendarWith(['X-WR-TIMEZONE:Europe/Zurich'], event))).toEqual(['2026-11-02T11:00:00.000Z']);
  });

  it('end by a duration as well', () => {
    const event = anEvent({ DURATION: 'PT45M' }).filter((line) => !line.startsWith('DTEND'));

    expect(onlyOne(aCalendarOf(event))?.endsAt).toBe(Date.UTC(2026, 10, 2, 12, 45));
  });
});

describe('the occurrences of a series', () => {
  const daily = anEvent({ RRULE: 'FREQ=DAILY;COUNT=4', EXDATE: '20261103T120000Z' });
  const movedFourth = anEvent({
    'RECURRENCE-ID': '20261104T120000Z',
    DTSTART: '20261107T090000Z',
    DTEND: '20261107T093000Z',
  });
  const cancelledFifth = anEvent({
    'RECURRENCE-ID': '20261105T120000Z',
    DTSTART: '20261105T120000Z',
    STATUS: 'CANCELLED',
  });

  it('leave out what was taken out, keep the identity of what was moved, and show what was cancelled', () => {
    const { occurrences } = readCalendar(aCalendarOf(daily, movedFourth, cancelledFifth));

    expect(occurrences.map(({ originalStartsAt, cancelled }) => [isoOf(originalStartsAt), cancelled])).toEqual([
      ['2026-11-02T12:00:00.000Z', false],
      ['2026-11-05T12:00:00.000Z', true],
      ['2026-11-04T12:00:00.000Z', false],
    ]);
    expect(occurrences.every(({ recurring }) => recurring)).toBe(true);
  });

  it('are shown when only a changed one is in the export', () => {
    expect(onlyOne(aCalendarOf(movedFourth))).toMatchObject({
      recurring: true,
      originalStartsAt: Date.UTC(2026, 10, 4, 12),
      startsAt: Date.UTC(2026, 10, 7, 9),
    });
  });

  it('end after four weeks, though the rule does not', () => {
    expect(startsIn(aCalendarOf(anEvent({ RRULE: 'FREQ=WEEKLY' })))).toHaveLength(4);
  });

  it('begin at the moment asked for, where there are any from then on', () => {
    const text = aCalendarOf(anEvent({ RRULE: 'FREQ=WEEKLY;COUNT=10' }));

    expect(startsIn(text, Date.UTC(2026, 11, 1) as Instant)[0]).toBe('2026-12-07T12:00:00.000Z');
    expect(startsIn(text, Date.UTC(2028, 0, 1) as Instant)[0]).toBe('2026-11-02T12:00:00.000Z');
  });
});

describe('the link of an event', () => {
  it.each([
    [
      'its conference',
      { 'X-GOOGLE-CONFERENCE': 'https://meet.google.com/abc-good-xyz', LOCATION: 'https://acme.zoom.us/j/1' },
      'https://meet.google.com/abc-good-xyz',
    ],
    [
      'its location',
      { LOCATION: 'https://acme.zoom.us/j/123456789?pwd=a.1' },
      'https://acme.zoom.us/j/123456789?pwd=a.1',
    ],
    [
      'a sentence of its description',
      { DESCRIPTION: 'Notes: https://acme.test/notes\\nJoin https://acme.zoom.us/j/123456789.' },
      'https://acme.zoom.us/j/123456789',
    ],
    [
      'HTML in its description',
      { DESCRIPTION: '<a href="https://meet.google.com/abc-good-xyz">Join</a>' },
      'https://meet.google.com/abc-good-xyz',
    ],
  ])('is found in %s', (_where, lines, link) => {
    expect(onlyOne(aCalendarOf(anEvent(lines)))?.meetingUrl).toBe(link);
  });

  it('is none where no link leads to a call', () => {
    expect(onlyOne(aCalendarOf(anEvent({ LOCATION: 'Room 4, https://acme.test/floor-plan' })))?.meetingUrl).toBeNull();
  });
});

describe('the people of an event', () => {
  it('come with their answers; rooms do not come, and an address is no name', () => {
    const people = [
      'ORGANIZER;CN=Ada Byron:mailto:Ada@Acme.test',
      'ATTENDEE;PARTSTAT=DECLINED;CN=bo@acme.test:mailto:bo@acme.test',
      'ATTENDEE;CN="Rivera, Cy":mailto:cy@acme.test',
      'ATTENDEE;CUTYPE=ROOM;PARTSTAT=ACCEPTED;CN=Room 4:mailto:room4@acme.test',
    ];

    expect(onlyOne(aCalendarOf([...anEvent(), ...people]))).toMatchObject({
      organizer: { name: 'Ada Byron', email: 'ada@acme.test' },
      attendees: [
        { name: null, email: 'bo@acme.test', response: 'declined' },
        { name: 'Rivera, Cy', email: 'cy@acme.test', response: 'needs_action' },
      ],
    });
  });
});

describe('a file', () => {
  it('is refused when it is no calendar', () => {
    expect(() => readCalendar('{"name": "rapporteur"}')).toThrow('it has no BEGIN:VCALENDAR');
  });

  it('may hold nothing, or whole days alone', () => {
    const day = anEvent({ DTSTART: ';VALUE=DATE:20261102', DTEND: ';VALUE=DATE:20261103' });

    expect(readCalendar(aCalendarOf())).toEqual({ ownerEmail: null, occurrences: [], allDayCount: 0 });
    expect(readCalendar(aCalendarOf(day))).toEqual({ ownerEmail: null, occurrences: [], allDayCount: 1 });
  });

  it('may hold several calendars', () => {
    expect(startsIn(aCalendarOf(anEvent()) + aCalendarOf(anEvent({ UID: 'two@example.test' })))).toHaveLength(2);
  });
});

describe('the calendar that ships', () => {
  const text = readFileSync(join(__dirname, '../../../../assets/demo/calendar.ics'), 'utf8');
  const { occurrences, ownerEmail, allDayCount } = readCalendar(text);

  it('has a moved and a cancelled occurrence, all three platforms, and one without a link', () => {
    expect(occurrences.map(({ meetingUrl }) => meetingUrl && new URL(meetingUrl).hostname)).toEqual([
      'meet.google.com',
      null,
      'us02web.zoom.us',
      'teams.microsoft.com',
      'meet.google.com',
      'meridian.zoom.us',
      'meet.google.com',
      'meet.google.com',
    ]);
    expect(occurrences.filter(({ startsAt, originalStartsAt }) => startsAt !== originalStartsAt)).toHaveLength(1);
    expect(occurrences.filter(({ cancelled }) => cancelled)).toHaveLength(1);
    expect([ownerEmail, allDayCount]).toEqual(['maya@lumen.example', 1]);
  });

  it('is written as the standard asks: lines of at most 75 bytes, that end in CR and LF', () => {
    const lines = text.split('\r\n');

    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(lines.some((line) => line.includes('\n'))).toBe(false);
  });

  it('has no two links alike that are to be recorded: one bot would be sent for both', () => {
    const links = occurrences.filter(({ cancelled }) => !cancelled).flatMap(({ meetingUrl }) => meetingUrl ?? []);

    expect(new Set(links).size).toBe(links.length);
  });
});
