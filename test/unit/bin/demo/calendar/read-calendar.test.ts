import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCalendar } from '#bin/demo/calendar/read-calendar';
import { type Instant, isoOf } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';
import { aCalendarOf, aCalendarWith, anEvent } from '#test/unit/bin/demo/calendar/calendars';

const startsIn = (text: string, from?: Instant) =>
  readCalendar(text, from).occurrences.map(({ startsAt }) => isoOf(startsAt));
const onlyOne = (text: string) => {
  const { occurrences } = readCalendar(text);
  expect(occurrences).toHaveLength(1);
  return occurrences[0];
};

describe('the times of a calendar', () => {
  it('follow a rule across a daylight saving change in a VTIMEZONE of the calendar', () => {
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

  it('are read by IANA name when the calendar does not define the zone', () => {
    const event = anEvent({
      DTSTART: ';TZID=America/New_York:20261102T120000',
      DTEND: ';TZID=America/New_York:20261102T130000',
    });

    expect(startsIn(aCalendarOf(event))).toEqual(['2026-11-02T17:00:00.000Z']);
  });

  it.each([
    ['in winter', '20260115T090000', 'Europe/Zurich', '2026-01-15T08:00:00.000Z'],
    ['in summer', '20260715T090000', 'Europe/Zurich', '2026-07-15T07:00:00.000Z'],
    ['on the next day in UTC', '20260715T200000', 'America/New_York', '2026-07-16T00:00:00.000Z'],
    ['in a zone with half an hour', '20260715T090000', 'Asia/Kolkata', '2026-07-15T03:30:00.000Z'],
    ['just before a change', '20260329T015900', 'Europe/Zurich', '2026-03-29T00:59:00.000Z'],
    ['just after a change', '20260329T030000', 'Europe/Zurich', '2026-03-29T01:00:00.000Z'],
    ['in the skipped hour', '20260329T023000', 'Europe/Zurich', '2026-03-29T01:30:00.000Z'],
    ['in the repeated hour', '20261025T023000', 'Europe/Zurich', '2026-10-25T00:30:00.000Z'],
    ['in an unknown zone as UTC', '20260115T090000', 'W. Europe Standard Time', '2026-01-15T09:00:00.000Z'],
  ])('are converted %s', (_when, local, zone, instant) => {
    const event = anEvent({ DTSTART: `;TZID=${zone}:${local}`, DURATION: 'PT30M' });

    expect(startsIn(aCalendarOf(event.filter((line) => !line.startsWith('DTEND'))))).toEqual([instant]);
  });

  it('are in the zone of the calendar when they have none', () => {
    const event = anEvent({ DTSTART: '20261102T120000', DTEND: '20261102T130000' });

    expect(startsIn(aCalendarWith(['X-WR-TIMEZONE:Europe/Zurich'], event))).toEqual(['2026-11-02T11:00:00.000Z']);
  });

  it('end by DURATION', () => {
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

  it('exclude EXDATEs, keep the original start of a moved one, and include cancelled ones', () => {
    const { occurrences } = readCalendar(aCalendarOf(daily, movedFourth, cancelledFifth));

    expect(occurrences.map(({ originalStartsAt, cancelled }) => [isoOf(originalStartsAt), cancelled])).toEqual([
      ['2026-11-02T12:00:00.000Z', false],
      ['2026-11-05T12:00:00.000Z', true],
      ['2026-11-04T12:00:00.000Z', false],
    ]);
    expect(occurrences.every(({ recurring }) => recurring)).toBe(true);
  });

  it('include an override without its series', () => {
    expect(onlyOne(aCalendarOf(movedFourth))).toMatchObject({
      recurring: true,
      originalStartsAt: Date.UTC(2026, 10, 4, 12),
      startsAt: Date.UTC(2026, 10, 7, 9),
    });
  });

  it('end after four weeks when the rule has no end', () => {
    expect(startsIn(aCalendarOf(anEvent({ RRULE: 'FREQ=WEEKLY' })))).toHaveLength(4);
  });

  it('start at the given time, or at the first event when there are none later', () => {
    const text = aCalendarOf(anEvent({ RRULE: 'FREQ=WEEKLY;COUNT=10' }));

    expect(startsIn(text, Date.UTC(2026, 11, 1) as Instant)[0]).toBe('2026-12-07T12:00:00.000Z');
    expect(startsIn(text, Date.UTC(2028, 0, 1) as Instant)[0]).toBe('2026-11-02T12:00:00.000Z');
  });
});

describe('the meeting link of an event', () => {
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

  it('is null without a link to a call', () => {
    expect(onlyOne(aCalendarOf(anEvent({ LOCATION: 'Room 4, https://acme.test/floor-plan' })))?.meetingUrl).toBeNull();
  });
});

describe('the people of an event', () => {
  it('have their response, without rooms and without addresses as names', () => {
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

describe('a calendar file', () => {
  it('is refused when it is not iCalendar', () => {
    expect(() => readCalendar('{"name": "rapporteur"}')).toThrow('it has no BEGIN:VCALENDAR');
  });

  it('can be empty or contain only all-day events', () => {
    const day = anEvent({ DTSTART: ';VALUE=DATE:20261102', DTEND: ';VALUE=DATE:20261103' });

    expect(readCalendar(aCalendarOf())).toEqual({ ownerEmail: null, occurrences: [], allDayCount: 0 });
    expect(readCalendar(aCalendarOf(day))).toEqual({ ownerEmail: null, occurrences: [], allDayCount: 1 });
  });

  it('can contain several calendars', () => {
    expect(startsIn(aCalendarOf(anEvent()) + aCalendarOf(anEvent({ UID: 'two@example.test' })))).toHaveLength(2);
  });
});

describe('the calendar of the demo', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../../assets/demo/calendar.ics'), 'utf8');
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

  it('has lines of at most 75 bytes that end in CRLF (RFC 5545)', () => {
    const lines = text.split('\r\n');

    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(lines.some((line) => line.includes('\n'))).toBe(false);
  });

  it('has no duplicate link: one bot would be sent for both meetings', () => {
    const links = occurrences.filter(({ cancelled }) => !cancelled).flatMap(({ meetingUrl }) => meetingUrl ?? []);

    expect(new Set(links).size).toBe(links.length);
  });
});
