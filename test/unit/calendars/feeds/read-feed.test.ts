import { MOST_OCCURRENCES, readFeed } from '#shared/calendars/feeds/ical/read-feed';
import { FeedFailed } from '#shared/calendars/feeds/ports';
import { windowAt } from '#shared/calendars/sync/rules/window';
import { isoOf } from '#shared/foundation/core/time';
import { noon } from '#test/support/api';
import { aCalendar, anIcalEvent } from '#test/support/fake-feed';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';

/** From 2026-11-01T12:00Z to 2026-11-30T12:00Z. */
const window = windowAt(noon);

const read = (...parts: readonly string[]) => readFeed(aCalendar(...parts), window);
const startsIn = (...parts: readonly string[]) =>
  read(...parts).map((event) => (event.kind === 'occurrence' ? isoOf(event.startsAt).slice(5, 16) : event.kind));

const NEW_YORK = [
  'BEGIN:VTIMEZONE',
  'TZID:Eastern',
  'BEGIN:DAYLIGHT',
  'DTSTART:20070311T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0400',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:20071104T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
  'TZOFFSETFROM:-0400',
  'TZOFFSETTO:-0500',
  'END:STANDARD',
  'END:VTIMEZONE',
].join('\r\n');

describe('the time of an event', () => {
  it.each([
    ['in UTC', 'DTSTART:20261103T100000Z', '11-03T10:00'],
    ['in a zone of the file', 'DTSTART;TZID=Eastern:20261103T100000', '11-03T15:00'],
    ['in an IANA zone that the file does not define', 'DTSTART;TZID=Europe/Paris:20261103T100000', '11-03T09:00'],
    ['without a zone, in that of the calendar', 'DTSTART:20261103T100000', '11-03T01:00'],
  ])('%s', (_what, line, expected) => {
    expect(startsIn('X-WR-TIMEZONE:Asia/Tokyo', NEW_YORK, anIcalEvent('one', line))).toEqual([expected]);
  });
});

describe('an hour that the clocks repeat', () => {
  it.each([
    ['in a zone of the file', 'Eastern'],
    ['in an IANA zone', 'America/New_York'],
  ])('is the first, %s', (_where, zone) => {
    const hourly = anIcalEvent('one', `DTSTART;TZID=${zone}:20261101T000000`, 'RRULE:FREQ=HOURLY;COUNT=3');
    const earlier = windowAt(Date.parse('2026-10-31T00:00:00Z') as typeof window.from);

    const starts = readFeed(aCalendar(NEW_YORK, hourly), earlier).map((event) =>
      event.kind === 'occurrence' ? isoOf(event.startsAt).slice(11, 16) : event.kind,
    );

    expect(starts).toEqual(['04:00', '05:00', '07:00']);
  });
});

describe('a series', () => {
  const daily = (...lines: readonly string[]) =>
    anIcalEvent('daily', 'DTSTART;TZID=Eastern:20261028T090000', 'DURATION:PT1H', ...lines);

  it('keeps its local time when the clocks change, and begins in the window', () => {
    expect(startsIn(NEW_YORK, daily('RRULE:FREQ=DAILY;UNTIL=20261103T140000Z'))).toEqual([
      '11-01T14:00',
      '11-02T14:00',
      '11-03T14:00',
    ]);
  });

  it('leaves out an EXDATE in another time zone, and adds an RDATE', () => {
    const lines = ['RRULE:FREQ=DAILY;UNTIL=20261103T140000Z', 'EXDATE:20261102T140000Z', 'RDATE:20261105T190000Z'];

    expect(startsIn(NEW_YORK, daily(...lines))).toEqual(['11-01T14:00', '11-03T14:00', '11-05T19:00']);
  });

  it.each([
    [
      'ends by UTC, in a zone of the file',
      'TZID=Eastern:20261101T090000',
      'RRULE:FREQ=DAILY;UNTIL=20261103T140000Z',
      3,
    ],
    ['ends by UTC, in an IANA zone', 'TZID=Asia/Tokyo:20261101T220000', 'RRULE:FREQ=DAILY;UNTIL=20261103T130000Z', 3],
    [
      'has days that some months lack',
      'TZID=Eastern:20241130T050000',
      'RRULE:FREQ=YEARLY;BYMONTH=2,11;BYMONTHDAY=-1',
      1,
    ],
    ['has a date twice', 'TZID=Eastern:20261102T090000', 'RRULE:FREQ=DAILY;COUNT=2\r\nRDATE:20261102T140000Z', 2],
  ])('that %s', (_which, start, rule, occurrences) => {
    expect(startsIn(NEW_YORK, anIcalEvent('one', `DTSTART;${start}`, rule))).toHaveLength(occurrences);
  });

  it.each([
    ['cancelled', ['DTSTART:20261102T150000Z', 'STATUS:CANCELLED'], ['11-01T14:00', '11-03T14:00']],
    ['made an all-day event', ['DTSTART;VALUE=DATE:20261102'], ['11-01T14:00', '11-03T14:00']],
    ['moved out of the window', ['DTSTART:20270102T150000Z'], ['11-01T14:00', '11-03T14:00']],
    ['moved', ['DTSTART:20261102T150000Z'], ['11-01T14:00', '11-02T15:00', '11-03T14:00']],
  ])('without the occurrence that was %s', (_what, lines, expected) => {
    const override = anIcalEvent('daily', 'RECURRENCE-ID:20261102T140000Z', ...lines);

    expect(startsIn(NEW_YORK, daily('RRULE:FREQ=DAILY;UNTIL=20261103T140000Z'), override)).toEqual(expected);
  });

  it('is known by UID and original start', () => {
    const override = anIcalEvent('daily', 'RECURRENCE-ID;TZID=Eastern:20261102T090000', 'DTSTART:20261104T150000Z');

    expect(read(NEW_YORK, override)).toMatchObject([
      {
        id: 'daily#2026-11-02T14:00:00.000Z',
        icalUid: 'daily',
        recurring: true,
        originalStartsAt: Date.UTC(2026, 10, 2, 14),
      },
    ]);
  });

  it('with too many steps stays as it was imported last, and the rest is read', () => {
    const endless = anIcalEvent('endless', 'DTSTART:20200101T000000Z', 'RRULE:FREQ=SECONDLY');

    expect(startsIn(anIcalEvent('one', 'DTSTART:20261103T100000Z'), endless)).toEqual(['unread', '11-03T10:00']);
  });
});

describe('an event', () => {
  it('is left out where it has days, or lies outside the window', () => {
    const events = [
      anIcalEvent('days', 'DTSTART;VALUE=DATE:20261103'),
      anIcalEvent('past', 'DTSTART:20251103T100000Z'),
    ];

    expect(read(...events)).toEqual([]);
  });

  it('that the file has twice is read by its highest SEQUENCE', () => {
    const events = ['SEQUENCE:2', 'SEQUENCE:1'].map((sequence, nth) =>
      anIcalEvent('one', sequence, `DTSTART:2026110${nth + 3}T100000Z`),
    );

    expect(startsIn(...events)).toEqual(['11-03T10:00']);
  });

  it('has its people, link and privacy', () => {
    const event = anIcalEvent(
      'one',
      'DTSTART:20261103T100000Z',
      'CLASS:PRIVATE',
      'ORGANIZER;CN=Grace:MAILTO:grace@navy.test',
      'ATTENDEE;PARTSTAT=DECLINED;CN=Ada:mailto:ada@acme.test',
      'ATTENDEE;CUTYPE=ROOM:mailto:room@acme.test',
      'CONFERENCE;VALUE=URI:https://meet.google.com/abc-good-def',
    );

    expect(read(event)).toMatchObject([
      {
        isPrivate: true,
        endsAt: null,
        organizer: { name: 'Grace', email: 'grace@navy.test' },
        attendees: [
          { email: 'ada@acme.test', response: 'declined', isResource: false },
          { email: 'room@acme.test', response: 'needs_action', isResource: true },
        ],
        conferenceLinks: ['https://meet.google.com/abc-good-def'],
      },
    ]);
  });
});

describe('the description of an event', () => {
  const html = 'X-ALT-DESC;FMTTYPE=text/html:<a href="https://meet.google.com/abc-good-def">Join</a>';

  it.each([
    ['its HTML form, where it has no other', [html], expect.stringContaining('abc-good-def')],
    [
      'its text with the links of the HTML form',
      ['DESCRIPTION:Join', html],
      'Join\nhttps://meet.google.com/abc-good-def',
    ],
    ['its text alone, where that has links', ['DESCRIPTION:https://acme.test/a', html], 'https://acme.test/a'],
    ['its text alone, where the HTML form has no link', ['DESCRIPTION:Plan', 'X-ALT-DESC:<p>Plan</p>'], 'Plan'],
    ['none', [], null],
  ])('is %s', (_what, lines, description) => {
    expect(read(anIcalEvent('one', 'DTSTART:20261103T100000Z', ...lines))).toMatchObject([{ description }]);
  });
});

describe('a file', () => {
  it.each(['', '<html></html>', 'BEGIN:VCARD\r\nEND:VCARD', '{}'])('is refused as no calendar: %j', (text) => {
    expect(() => readFeed(text, window)).toThrow(FeedFailed);
  });

  /** 5 MB before a release. */
  it('of megabytes and 15 years is read by its first 5,000 occurrences in the window', () => {
    const many = Array.from({ length: sized({ everyday: 6_000, release: 20_000 }) }, (_, nth) =>
      anIcalEvent(
        `event-${nth}`,
        `DTSTART:${isoOf(later(nth)).replace(/[-:]|\.000/g, '')}`,
        `SUMMARY:${'x'.repeat(120)}`,
      ),
    );
    const rules = Array.from({ length: sized({ everyday: 3, release: 30 }) }, (_, nth) =>
      anIcalEvent(`series-${nth}`, 'DTSTART:20110103T100000Z', 'RRULE:FREQ=DAILY'),
    );

    const events = read(...many, ...rules);

    expect(events).toHaveLength(MOST_OCCURRENCES);
  });
});

/** Two minutes apart, from the beginning of the window. */
const later = (nth: number) => (window.from + nth * 120_000) as typeof window.from;
