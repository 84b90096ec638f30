import { readFeed } from '#shared/calendars/feeds/ical/read-feed';
import type { ProviderEvent } from '#shared/calendars/sync/rules/provider-event';
import { windowAt } from '#shared/calendars/sync/rules/window';
import { isoOf } from '#shared/foundation/core/time';
import { noon } from '#test/support/api';
import { aCalendar, anIcalEvent } from '#test/support/fake-feed';
import { describe, expect, it } from '#test/support/jest';

/** From 2026-11-01T12:00Z to 2026-11-30T12:00Z. */
const window = windowAt(noon);
const START = 'DTSTART:20261103T100000Z';
const planning = anIcalEvent('planning', START);

const read = (...parts: readonly string[]) => readFeed(aCalendar(...parts), window);
const seen = (event: ProviderEvent): string => {
  if (event.kind === 'occurrence') return isoOf(event.startsAt).slice(5, 16);
  return 'place' in event ? `${event.kind} ${event.code} ${event.place?.what}` : event.kind;
};
const seenIn = (...parts: readonly string[]) => read(...parts).map(seen);
const only = (...lines: readonly string[]) => seenIn(anIcalEvent('one', ...lines));

const vtimezone = (tzid: string, offset: string, from = '20200101T000000', ...lines: readonly string[]) =>
  [
    ...['BEGIN:VTIMEZONE', `TZID:${tzid}`, ...lines, 'BEGIN:STANDARD', `DTSTART:${from}`],
    ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, 'END:STANDARD', 'END:VTIMEZONE'],
  ].join('\r\n');

describe('a start', () => {
  it.each([
    ['2026-11-03T10:00:00Z', '11-03T10:00'],
    ['2026-11-03 10:00Z', '11-03T10:00'],
    ['20261103T1000Z', '11-03T10:00'],
    ['20261103T10Z', '11-03T10:00'],
    ['20261103t100000z', '11-03T10:00'],
    ['2026-11-03T10:00:00.000Z', '11-03T10:00'],
    ['20261103T110000+0100', '11-03T10:00'],
    ['2026-11-03T05:00:00-05:00', '11-03T10:00'],
    ['20261103T240000Z', '11-04T00:00'],
    ['20261103T095960Z', '11-03T09:59'],
  ])('%s is read', (value, expected) => {
    expect(only(`DTSTART:${value}`)).toEqual([expected]);
  });

  it.each(['20261103', '2026-11-03', '20261103Z'])('%s is a date, without VALUE=DATE', (value) => {
    expect(only(`DTSTART:${value}`)).toEqual([]);
  });

  it.each(['', 'soon', '20261303T100000Z', '20261131T100000Z', '20261103T250000Z', '20261103T106000Z', 'TBD:TBD'])(
    '%j cannot be read, and costs its event alone',
    (value) => {
      expect(seenIn(anIcalEvent('one', `DTSTART:${value}`), planning)).toEqual([
        'unread unreadable_event DTSTART',
        '11-03T10:00',
      ]);
    },
  );

  it('that is missing costs its event alone', () => {
    expect(seenIn(anIcalEvent('one', 'SUMMARY:x'), planning)).toEqual([
      'unread unreadable_event DTSTART',
      '11-03T10:00',
    ]);
  });

  it.each([
    ['TZID="(UTC+01:00) Amsterdam, Berlin"', '11-03T09:00'],
    ['TZID=(UTC+01:00) Amsterdam, Berlin', '11-03T09:00'],
    ['X-VOBJ-ORIGINAL-TZID="A:B";TZID=Europe/Paris', '11-03T09:00'],
    ['tzid=europe/paris', '11-03T09:00'],
    ['VALUE=DATE;TZID=Europe/Paris', '11-03T09:00'],
  ])('with the parameters %s is read', (parameters, expected) => {
    expect(only(`DTSTART;${parameters}:20261103T100000`)).toEqual([expected]);
  });
});

describe('an end', () => {
  const lastsMinutes = (...lines: readonly string[]): number | null => {
    const [event] = read(anIcalEvent('one', ...lines)).filter(({ kind }) => kind === 'occurrence');
    if (event?.kind !== 'occurrence') throw new Error('The event is not read.');
    return event.endsAt === null ? null : (event.endsAt - event.startsAt) / 60_000;
  };

  it.each([
    [['DTEND:20261103T113000Z'], 90],
    [['DTEND;TZID=America/New_York:20261103T060000'], 60],
    [['DTEND:2026-11-03T10:45Z'], 45],
    [['DURATION:PT45M'], 45],
    [['DURATION:pt1h'], 60],
    [['DURATION:P1DT2H'], 1_560],
    [['DURATION:1H30M'], 90],
    [['DURATION:soon'], null],
    [['DTEND:soon'], null],
    [['DTEND:20261103T093000Z'], null],
    [['DURATION:-PT1H'], null],
    [['DURATION:P99999999999W'], null],
    [[], null],
  ])('of %j', (lines, minutes) => {
    expect(lastsMinutes(START, ...lines)).toBe(minutes);
  });

  it('without a time zone is in that of the start', () => {
    expect(lastsMinutes('DTSTART;TZID=America/New_York:20261103T100000', 'DTEND:20261103T110000')).toBe(60);
  });
});

describe('an event of days', () => {
  it.each([
    ['a date', ['DTSTART;VALUE=DATE:20261103']],
    ['a flag of Exchange', ['DTSTART:20261103T000000', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE']],
    [
      'a flag of Exchange, in UTC',
      ['DTSTART:20261102T230000Z', 'DTEND:20261103T230000Z', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'],
    ],
    ['a flag of MSN', ['DTSTART:20261103T000000', 'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE']],
    ['a flag of Funambol', ['DTSTART:20261103T000000', 'X-FUNAMBOL-ALLDAY:1']],
    ['a midnight with VALUE=DATE', ['DTSTART;VALUE=DATE:20261103T000000']],
  ])('is known by %s', (_what, lines) => {
    expect(only(...lines)).toEqual([]);
  });

  it.each([
    ['FALSE', ['X-MICROSOFT-CDO-ALLDAYEVENT:FALSE']],
    ['TRUE, with hours', ['DTEND:20261103T103000Z', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE']],
  ])('is none with the flag %s', (_what, lines) => {
    expect(only(START, ...lines)).toEqual(['11-03T10:00']);
  });
});

describe('a time zone', () => {
  const at = (tzid: string) => anIcalEvent('one', `DTSTART;TZID=${tzid}:20261103T100000`);

  it.each([
    [
      'of IANA comes before a VTIMEZONE of its name',
      [vtimezone('Europe/Berlin', '+0900'), at('Europe/Berlin')],
      '09:00',
    ],
    [
      'of Windows comes before a VTIMEZONE of its name',
      [vtimezone('FLE Standard Time', '+0900'), at('FLE Standard Time')],
      '08:00',
    ],
    [
      'with a number goes by its VTIMEZONE',
      [vtimezone('FLE Standard Time 1', '+0900'), at('FLE Standard Time 1')],
      '01:00',
    ],
    [
      'behind a prefix goes by its VTIMEZONE',
      [vtimezone('/x/Europe/Berlin', '+0900'), at('/x/Europe/Berlin')],
      '01:00',
    ],
    [
      'with a number goes by its name where the VTIMEZONE begins later',
      [vtimezone('FLE Standard Time 1', '+0900', '20270101T000000'), at('FLE Standard Time 1')],
      '08:00',
    ],
    ['of the file alone goes by its VTIMEZONE', [vtimezone('Ours', '+0900'), at('Ours')], '01:00'],
    ['is found in any case', [vtimezone('OURS', '+09:00'), at('ours')], '01:00'],
    ['of the file alone may begin later', [vtimezone('Ours', '+0900', '20270101T000000'), at('Ours')], '01:00'],
    [
      'without observances goes by X-LIC-LOCATION',
      ['BEGIN:VTIMEZONE\r\nTZID:Ours\r\nX-LIC-LOCATION:Asia/Tokyo\r\nEND:VTIMEZONE', at('Ours')],
      '01:00',
    ],
    ['with a comment in it is read', [vtimezone('Ours', '+0900', '20200101T000000\r\nCOMMENT:x'), at('Ours')], '01:00'],
    ['is an offset', [at('GMT+0900')], '01:00'],
  ])('%s', (_what, parts, time) => {
    expect(seenIn(...parts)).toEqual([`11-03T${time}`]);
  });

  it.each([
    ['that of the calendar', ['X-WR-TIMEZONE:Asia/Tokyo', at('Nowhere')], '01:00'],
    ['that of the calendar by its Windows name', ['X-WR-TIMEZONE:Tokyo Standard Time', at('Nowhere')], '01:00'],
    [
      'the one of the other events',
      [at('Nowhere'), anIcalEvent('far', 'DTSTART;TZID=Asia/Tokyo:20261203T100000')],
      '01:00',
    ],
    [
      'UTC where the other events have two',
      [
        at('Nowhere'),
        ...['Asia/Tokyo', 'Asia/Dubai'].map((zone, nth) =>
          anIcalEvent(`${nth}`, `DTSTART;TZID=${zone}:20261203T100000`),
        ),
      ],
      '10:00',
    ],
    ['UTC in a file with no other', [at('Nowhere')], '10:00'],
  ])('that is unknown is %s, with a note', (_what, parts, time) => {
    expect(seenIn(...parts)).toEqual(['note unknown_time_zone TZID=Nowhere', `11-03T${time}`]);
  });
});

describe('a line that is no property', () => {
  it.each([
    ['a line without a colon', 'X-BROKEN LINE'],
    ['a line with an equals sign in its place', 'X-APPLE-RADIUS=49.9'],
    ['a name with blanks', 'WHAT IS THIS:1'],
  ])('costs itself: %s', (_what, line) => {
    expect(seenIn(anIcalEvent('one', START, line), planning)).toEqual([
      'note unreadable_event a line without a name',
      '11-03T10:00',
      '11-03T10:00',
    ]);
  });

  it('goes on with the text before it', () => {
    const [event] = read(
      anIcalEvent('one', START, 'DESCRIPTION:Agenda', 'https://meet.google.com/abc-good-def', 'Note: x'),
    );

    expect(event).toMatchObject({ description: 'Agenda\nhttps://meet.google.com/abc-good-def\nNote: x' });
  });

  it.each([
    ['SUMMARY', 'DRESSCODE:CASUAL', 'SUMMARY:a'],
    ['SUMMARY', 'NON-SMOKING;VALUE=BOOLEAN:TRUE', 'SUMMARY:a'],
    ['SUMMARY', 'Part 2: Figures', 'SUMMARY:a\nPart 2: Figures'],
    ['LOCATION', 'ROOM-ID:5', 'LOCATION:a'],
    ['LOCATION', 'https://meet.google.com/abc-good-def', 'LOCATION:a\nhttps://meet.google.com/abc-good-def'],
    ['DESCRIPTION', 'ZOOM:https://zoom.us/j/1', 'DESCRIPTION:a\nZOOM:https://zoom.us/j/1'],
  ])('of no RFC behind %s is another property where it looks like one: %s', (name, line, expected) => {
    const [event] = read(anIcalEvent('one', START, `${name}:a`, line));
    const { title, location, description } = event as unknown as Partial<Record<string, string | null>>;

    expect([`SUMMARY:${title}`, `LOCATION:${location}`, `DESCRIPTION:${description}`]).toContain(expected);
  });

  it.each([
    'ATTENDEE;CN="Bob:mailto:bob@acme.test',
    'DESCRIPTION;ALTREP="x:y',
    'GEO:north',
    'X-A;;;=:1',
    ';:',
    ':',
    '=""',
  ])('costs no event: %s', (line) => {
    expect(seenIn(anIcalEvent('one', START, line))).toContain('11-03T10:00');
  });
});

describe('a folded line', () => {
  it.each([
    ['a blank', 'DTSTART\r\n :20261103T100000Z'],
    ['a tab', 'DTSTART:2026\r\n\t1103T100000Z'],
    ['a blank, with each line ended twice', 'DTSTART\r\n\r\n :20261103T100000Z'],
    ['a blank, many times', [...'DTSTART:20261103T100000Z'].join('\n ')],
  ])('is unfolded at %s', (_what, line) => {
    expect(only(line)).toEqual(['11-03T10:00']);
  });

  it('counts as lines of the file where a later one cannot be read', () => {
    const [note] = read(anIcalEvent('one', START, 'SUMMARY:a\r\n b\r\n\r\n c', '\r\n', 'CLASS:PUBLIC', 'BAD LINE'));

    expect(note).toMatchObject({ place: { line: 15 } });
  });
});

describe('a component', () => {
  const lines = ['BEGIN:VEVENT', 'UID:two', 'DTSTART:20261104T100000Z'].join('\r\n');

  it.each([
    ['without its END', [lines, planning], ['11-03T10:00', '11-04T10:00']],
    ['with an END too many', ['END:VALARM', planning], ['11-03T10:00']],
    [
      'within an alarm that lacks its END',
      [`${lines}\r\nBEGIN:VALARM\r\nTRIGGER:x\r\nEND:VEVENT`, planning],
      ['11-03T10:00', '11-04T10:00'],
    ],
    ['of another kind', ['BEGIN:VTODO\r\nDTSTART:soon\r\nEND:VTODO', planning], ['11-03T10:00']],
    ['in small letters', ['begin:vevent\r\nuid:x\r\ndtstart:20261103T100000Z\r\nend:vevent'], ['11-03T10:00']],
    ['behind the END of its calendar', ['END:VCALENDAR', planning, 'BEGIN:VCALENDAR'], ['11-03T10:00']],
  ])('%s costs nothing', (_what, parts, expected) => {
    expect(seenIn(...parts)).toEqual(expected);
  });

  it.each(['\r\n\r\n', '<br />\r\nWarning: x\r\n', '  '])('of a calendar is found behind %j', (before) => {
    expect(readFeed(`${before}${aCalendar(planning)}`, window).map(seen)).toEqual(['11-03T10:00']);
  });

  it.each([
    ['its calendar', aCalendar(planning).replace('END:VCALENDAR', '')],
    ['an event', aCalendar(planning, lines).replace('END:VCALENDAR', '')],
    ['its first event', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT'],
  ])('that the file ends within is read as far as it goes: %s', (what, text) => {
    expect(readFeed(text, window).map(seen)).toEqual([
      'unread unreadable_event END:VCALENDAR',
      ...(what === 'its first event' ? [] : ['11-03T10:00']),
    ]);
  });
});

describe('a UID', () => {
  const withoutUid = (...more: readonly string[]) => ['BEGIN:VEVENT', START, ...more, 'END:VEVENT'].join('\r\n');

  it('that is missing is made of start, end, title and organizer', () => {
    const [, first] = read(withoutUid('SUMMARY:A'));
    const [, same] = read(withoutUid('SUMMARY:A', 'DESCRIPTION:x'));
    const [, other] = read(withoutUid('SUMMARY:B'));
    const uids = [first, same, other].map((event) => (event?.kind === 'occurrence' ? event.icalUid : ''));

    expect([uids[0] === uids[1], uids[0] === uids[2]]).toEqual([true, false]);
  });

  it.each([
    ['missing', withoutUid()],
    ['empty', withoutUid('UID:')],
    ['endless', withoutUid(`UID:${'x'.repeat(600)}`)],
  ])('that is %s is noted', (_what, event) => {
    expect(seenIn(event)).toEqual(['note missing_uid UID', '11-03T10:00']);
  });

  it('of two events that begin at different times makes two meetings', () => {
    const events = read(anIcalEvent('17', START), anIcalEvent('17', 'DTSTART:20261104T100000Z'));

    expect(events).toMatchObject([
      { kind: 'note', code: 'duplicate_uid', place: { icalUid: '17' } },
      { kind: 'note', code: 'duplicate_uid' },
      { icalUid: '17#20261103T100000Z', startsAt: Date.UTC(2026, 10, 3, 10) },
      { icalUid: '17#20261104T100000Z', startsAt: Date.UTC(2026, 10, 4, 10) },
    ]);
  });

  it('of the same event twice makes one meeting', () => {
    expect(seenIn(planning, planning)).toEqual(['11-03T10:00']);
  });
});

describe('an exception', () => {
  const daily = anIcalEvent('daily', 'DTSTART:20261103T100000Z', 'RRULE:FREQ=DAILY;COUNT=2');

  it('that cannot be read stays as it was imported last, and the rest is read', () => {
    const broken = anIcalEvent('daily', 'RECURRENCE-ID:20261104T100000Z', 'DTSTART:soon');

    expect(read(daily, broken)).toMatchObject([
      {
        kind: 'unread',
        id: 'daily#2026-11-04T10:00:00.000Z',
        code: 'unreadable_exception',
        place: { what: 'DTSTART' },
      },
      { kind: 'occurrence', startsAt: Date.UTC(2026, 10, 3, 10) },
    ]);
  });

  it('of an unreadable time is left out', () => {
    const broken = anIcalEvent('daily', 'RECURRENCE-ID:soon', START);

    expect(seenIn(daily, broken)).toEqual(['note unreadable_exception RECURRENCE-ID', '11-03T10:00', '11-04T10:00']);
  });

  it('that says no start keeps the one of its series', () => {
    const cancelled = anIcalEvent('daily', 'RECURRENCE-ID:20261104T100000Z', 'STATUS:CANCELLED');

    expect(seenIn(daily, cancelled)).toEqual(['11-03T10:00']);
  });
});

describe('a rule', () => {
  it.each([
    ['freq=daily;count=2'],
    ['FREQ=DAILY;COUNT=2;'],
    ['FREQ=DAILY; COUNT=2'],
    ['FREQ=DAILY;BYDAY=;COUNT=2'],
    ['RRULE:FREQ=DAILY;COUNT=2'],
    ['FREQ=DAILY;UNTIL=2026-11-04T10:00:00Z'],
    ['FREQ=DAILY;COUNT=2;X-OURS=1;RSCALE=GREGORIAN'],
  ])('%s is read', (rule) => {
    expect(only(START, `RRULE:${rule}`)).toEqual(['11-03T10:00', '11-04T10:00']);
  });

  it.each(['D1 #2', 'FREQ=FORTNIGHTLY', 'COUNT=2', 'FREQ=DAILY;INTERVAL=x', 'FREQ=WEEKLY;BYDAY=XX'])(
    '%s cannot be read: its start counts alone, and the rest stays as it was',
    (rule) => {
      expect(only(START, `RRULE:${rule}`)).toEqual(['unread unreadable_series RRULE', '11-03T10:00']);
    },
  );

  it('that is empty is none', () => {
    expect(read(anIcalEvent('one', START, 'RRULE:'))).toMatchObject([{ recurring: false }]);
  });
});

describe('a link', () => {
  it.each([
    [
      'X-ALT-DESC beside a description',
      ['DESCRIPTION:Join', 'X-ALT-DESC;FMTTYPE=text/html:<a href="https://a.test/1">'],
      'description',
    ],
    ['CONFERENCE', ['CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://a.test/1'], 'conferenceLinks'],
    ['a conference of Google', ['X-GOOGLE-CONFERENCE:https://a.test/1'], 'conferenceLinks'],
    ['a meeting of Skype and Teams', ['X-MICROSOFT-SKYPETEAMSMEETINGURL:https://a.test/1'], 'conferenceLinks'],
    ['URL', ['URL:https://a.test/1'], 'conferenceLinks'],
  ])('is taken from %s', (_what, lines, field) => {
    expect(read(anIcalEvent('one', START, ...lines))).toMatchObject([
      { [field]: field === 'description' ? expect.stringContaining('https://a.test/1') : ['https://a.test/1'] },
    ]);
  });
});

describe('the address of a person', () => {
  it.each([
    ['mailto:g%C3%BCnther@acme.test', 'günther@acme.test'],
    ['mailto:bob%2Bcal@acme.test', 'bob+cal@acme.test'],
    ['MAILTO: bob@acme.test', 'bob@acme.test'],
    ['mailto://bob@acme.test', 'bob@acme.test'],
    ['mailto:bob@acme.test?subject=x', 'bob@acme.test'],
    ['mailto:Bob <bob@acme.test>', 'bob@acme.test'],
    ['mailto:50%@acme.test', '50%@acme.test'],
    ['bob@acme.test', 'bob@acme.test'],
    ['urn:uuid:1@2', null],
    ['mailto:', null],
    ['invalid:nomail', null],
  ])('%s is %s', (value, email) => {
    expect(read(anIcalEvent('one', START, `ATTENDEE:${value}`))).toMatchObject([{ attendees: [{ email }] }]);
  });
});

describe('a start without a time zone', () => {
  const floating = anIcalEvent('one', 'DTSTART:20261103T100000', 'DTEND:20261103T103000', 'RRULE:FREQ=DAILY;COUNT=2');

  it.each([
    ['a name of IANA', [vtimezone('Australia/Sydney', '+1000')], ['11-02T23:00', '11-03T23:00']],
    ['a name of Windows', [vtimezone('Pacific Standard Time', '-0800')], ['11-03T18:00', '11-04T18:00']],
    ['a name of its own', [vtimezone('Head Office', '+0530')], ['11-03T04:30', '11-04T04:30']],
    [
      'a name twice',
      [vtimezone('Head Office', '+0530'), vtimezone('Head Office', '+0530')],
      ['11-03T04:30', '11-04T04:30'],
    ],
    [
      'a name that X-WR-TIMEZONE contradicts',
      ['X-WR-TIMEZONE:Asia/Tokyo', vtimezone('Head Office', '+0530')],
      ['11-03T01:00', '11-04T01:00'],
    ],
  ])('is in the one time zone that the file defines: by %s', (_what, before, expected) => {
    expect(seenIn(...before, floating)).toEqual(expected);
  });

  it.each([
    ['no time zone', []],
    ['two time zones', [vtimezone('Head Office', '+0530'), vtimezone('Asia/Tokyo', '+0900')]],
    ['a time zone without an offset', ['BEGIN:VTIMEZONE\r\nTZID:Nowhere\r\nEND:VTIMEZONE']],
  ])('is in UTC where the file defines %s, with a note', (_what, before) => {
    expect(seenIn(...before, floating)).toEqual(['note unknown_time_zone DTSTART', '11-03T10:00', '11-04T10:00']);
  });
});

describe('a meeting that Outlook has cancelled by its title', () => {
  const titled = (title: string, ...lines: readonly string[]) => only(START, `SUMMARY:${title}`, ...lines);
  const FREE = 'X-MICROSOFT-CDO-BUSYSTATUS:FREE';

  it.each([
    ...['Canceled: Planning', 'Cancelled: Planning', 'CANCELED: Planning', 'Abgesagt: Planung', 'Annulé : Point'],
    ...['Cancelado: Plan', 'Annullato: Riunione', 'Geannuleerd: Overleg', 'Inställt: Möte', 'Odwołane: Spotkanie'],
    ...['Отменено: Встреча', 'キャンセル済み: 会議', '已取消: 会议', '취소됨: 회의', 'İptal edildi: Toplantı'],
  ])('%s is not held', (title) => {
    expect(titled(title, 'STATUS:CONFIRMED', FREE)).toEqual([]);
  });

  it('is not held without a status either', () => {
    expect(titled('Canceled: Planning', FREE)).toEqual([]);
  });

  it.each([
    ['that is busy', 'Canceled: Planning', 'X-MICROSOFT-CDO-BUSYSTATUS:BUSY'],
    ['of another program', 'Canceled: Planning', 'TRANSP:TRANSPARENT'],
    ['without a colon', 'Canceled orders', FREE],
    ['further on in its title', 'Orders: Canceled: why', FREE],
  ])('%s is held', (_what, title, line) => {
    expect(titled(title, line)).toEqual(['11-03T10:00']);
  });
});

describe('a property that is known to its program alone', () => {
  const linksOf = (...lines: readonly string[]) => read(anIcalEvent('one', START, ...lines));
  const zoom = 'https://zoom.us/j/1234567890?pwd=abc';

  it.each([
    ['X-PM-CONFERENCE-URL', `X-PM-CONFERENCE-URL;PASSWORD=1;HOST=ada@acme.test:${zoom}`, zoom],
    [
      'X-OUTLOOK-CONFERENCE',
      'X-OUTLOOK-CONFERENCE:https://meet.google.com/abc-defg-hij',
      'https://meet.google.com/abc-defg-hij',
    ],
    ['X-ZOOM-MEETING', `X-ZOOM-MEETING;VALUE=URI:${zoom}`, zoom],
    ['a name in small letters', `x-acme-call:${zoom}`, zoom],
    [
      'a wrapped link',
      'X-ACME:https://www.google.com/url?q=https%3A%2F%2Fzoom.us%2Fj%2F1234567890',
      'https://www.google.com/url?q=https%3A%2F%2Fzoom.us%2Fj%2F1234567890',
    ],
  ])('is the call where it is a link to one: %s', (_what, line, link) => {
    expect(linksOf(line)).toMatchObject([{ conferenceLinks: [link] }]);
  });

  it.each([
    ['a page', 'X-ACME-PAGE:https://acme.test/events/1'],
    ['a page of a platform', 'X-ACME-HELP:https://zoom.us/pricing'],
    ['a text with a link', `X-ACME-NOTE:Join ${zoom}`],
  ])('says nothing where it is %s', (_what, line) => {
    expect(linksOf(line)).toMatchObject([{ conferenceLinks: [] }]);
  });

  it('comes behind the properties that are known', () => {
    const line = 'X-GOOGLE-CONFERENCE:https://meet.google.com/abc-defg-hij';

    expect(linksOf(`X-ACME:${zoom}`, line)).toMatchObject([
      { conferenceLinks: ['https://meet.google.com/abc-defg-hij', zoom] },
    ]);
  });
});
