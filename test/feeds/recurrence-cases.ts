import { aCalendar, anIcalEvent } from '#test/support/fake-feed';

/** Events of one UID in a calendar, and when they are. */
export interface RecurrenceCase {
  readonly name: string;
  /** The lines of the event, and of its overrides. */
  readonly events: readonly (readonly string[])[];
  /** Starts in UTC within four weeks from 2026-11-28, DDTHH:MM; 29 and 30 are of November. */
  readonly starts: readonly string[];
  /** Why recurring-ical-events reads it otherwise. */
  readonly differs?: string;
}

const DAILY = 'DTSTART:20261201T100000Z';
const BERLIN = 'TZID=Europe/Berlin';

const one = (name: string, starts: string, ...lines: readonly string[]): RecurrenceCase => ({
  name,
  events: [lines],
  starts: starts.split(' ').filter(Boolean),
});

const overridden = (
  name: string,
  starts: string,
  event: readonly string[],
  ...overrides: readonly (readonly string[])[]
): RecurrenceCase => ({ name, events: [event, ...overrides], starts: starts.split(' ').filter(Boolean) });

const DIFFERING: Readonly<Record<string, string>> = {
  'a date as the end, afternoons in London': 'it ends a rule as that day begins in UTC',
  'a date as the end, evenings in Los Angeles': 'it ends a rule as that day begins in UTC',
  'an interval of none': 'it refuses the rule, and keeps the start',
  'a further date without hours': 'it reads the date as midnight',
  'an override of a day': 'it takes the date as midnight, and keeps the occurrence beside its override',
};

const CASES: readonly RecurrenceCase[] = [
  ...[
    one(
      'a date as the end, afternoons in London',
      '03T14:00 10T14:00',
      'DTSTART;TZID=Europe/London:20261001T140000',
      'RRULE:FREQ=WEEKLY;UNTIL=20261210;BYDAY=TH;WKST=SU',
    ),
    one(
      'a date as the end, evenings in Los Angeles',
      '09T04:00 10T04:00 11T04:00',
      'DTSTART;TZID=America/Los_Angeles:20261208T200000',
      'RRULE:FREQ=DAILY;UNTIL=20261210',
    ),
    one(
      'an end just at an occurrence',
      '01T10:00 03T10:00',
      `DTSTART;${BERLIN}:20261201T110000`,
      'RRULE:FREQ=DAILY;UNTIL=20261203T100000Z;INTERVAL=2',
    ),
    one(
      'an end a second before an occurrence',
      '01T10:00',
      `DTSTART;${BERLIN}:20261201T110000`,
      'RRULE:FREQ=DAILY;UNTIL=20261203T095959Z;INTERVAL=2',
    ),
    one(
      'every second week with exclusions',
      '30T08:30 14T08:30',
      `DTSTART;${BERLIN}:20260907T093000`,
      'RRULE:FREQ=WEEKLY;UNTIL=20261214T083000Z;INTERVAL=2;BYDAY=MO;WKST=MO',
      `EXDATE;${BERLIN}:20260921T093000,20261005T093000`,
    ),
    one(
      'an end in local time',
      '01T13:00 02T13:00',
      `DTSTART;${BERLIN}:20261201T140000`,
      'RRULE:FREQ=DAILY;UNTIL=20261202T140000',
    ),
    one('an end before its start', '', DAILY, 'RRULE:FREQ=DAILY;UNTIL=20261130T100000Z'),
    one('a count and an end', '01T10:00 02T10:00', DAILY, 'RRULE:FREQ=DAILY;UNTIL=20261220T000000Z;COUNT=2'),
    one(
      'a count with exclusions',
      '02T10:00 04T10:00',
      DAILY,
      'RRULE:FREQ=DAILY;COUNT=4',
      'EXDATE:20261201T100000Z,20261203T100000Z',
    ),
    one('a count of none', '01T10:00', DAILY, 'RRULE:FREQ=DAILY;COUNT=0'),
    one('a count that ended before the window', '', 'DTSTART:20251201T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=51'),
    one(
      'a count that ends in the window',
      '01T10:00 08T10:00',
      'DTSTART:20251202T100000Z',
      'RRULE:FREQ=WEEKLY;COUNT=54',
    ),
    one('an interval of none', '01T10:00 02T10:00', DAILY, 'RRULE:FREQ=DAILY;INTERVAL=0;COUNT=2'),
    one('a trailing semicolon', '01T10:00 02T10:00', DAILY, 'RRULE:FREQ=DAILY;COUNT=2;'),
  ],
  ...[
    one(
      'the last workday',
      '30T15:00',
      `DTSTART;${BERLIN}:20260130T160000`,
      'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    ),
    one('the last Monday', '30T15:00', `DTSTART;${BERLIN}:20260126T160000`, 'RRULE:FREQ=MONTHLY;BYDAY=-1MO'),
    one(
      'the second Tuesday by its place',
      '08T15:00',
      `DTSTART;${BERLIN}:20260113T160000`,
      'RRULE:FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2',
    ),
    one(
      'the first and last workday',
      '30T15:00 01T15:00',
      `DTSTART;${BERLIN}:20260101T160000`,
      'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1',
    ),
    one(
      'a Monday of a numbered week',
      '07T15:00',
      `DTSTART;${BERLIN}:20251208T160000`,
      'RRULE:FREQ=YEARLY;BYWEEKNO=50;BYDAY=MO',
    ),
    one(
      'a Monday of a week from the end',
      '07T15:00',
      `DTSTART;${BERLIN}:20251208T160000`,
      'RRULE:FREQ=YEARLY;BYWEEKNO=-4;BYDAY=MO',
    ),
    one('a day of the year', '06T16:00', 'DTSTART:20251206T160000Z', 'RRULE:FREQ=YEARLY;BYYEARDAY=340'),
    one('a day before the end of months', '29T10:00', 'DTSTART:20260830T100000Z', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=-2'),
    one('the last day of months, by days', '30T10:00', 'DTSTART:20260930T100000Z', 'RRULE:FREQ=DAILY;BYMONTHDAY=-1'),
    one(
      '31 days in months that lack them',
      '',
      'DTSTART:20260831T100000Z',
      'RRULE:FREQ=MONTHLY;UNTIL=20261215T000000Z',
    ),
    one('Friday the 13th', '', 'DTSTART:20260213T100000Z', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR'),
    one(
      'the Saturday after the first Sunday',
      '12T10:00',
      'DTSTART:20260110T100000Z',
      'RRULE:FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    ),
    one('places in weekly rules', '01T10:00 08T10:00', DAILY, 'RRULE:FREQ=WEEKLY;BYDAY=2TU;COUNT=2'),
    one(
      'weeks that begin on Sunday',
      '29T10:00 01T10:00 13T10:00 15T10:00',
      'DTSTART:20261117T100000Z',
      'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;UNTIL=20261220T000000Z',
    ),
    one(
      'weeks that begin on Monday',
      '01T10:00 06T10:00 15T10:00',
      'DTSTART:20261117T100000Z',
      'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO;UNTIL=20261220T000000Z',
    ),
    one(
      'hours of a zone',
      '01T13:00 02T01:00 02T13:00',
      `DTSTART;${BERLIN}:20261201T140000`,
      'RRULE:FREQ=HOURLY;INTERVAL=12;COUNT=3',
    ),
    one(
      'hours and minutes of days',
      '01T09:00 01T09:30 01T15:00 01T15:30',
      'DTSTART:20261201T090000Z',
      'RRULE:FREQ=DAILY;BYHOUR=15,9;BYMINUTE=30,0;COUNT=4',
    ),
    one(
      'every 90 minutes of a morning',
      '01T08:00 01T09:30 02T08:00 02T09:30',
      'DTSTART:20261201T080000Z',
      'RRULE:FREQ=MINUTELY;INTERVAL=90;BYHOUR=8,9;UNTIL=20261202T120000Z',
    ),
    one('29 February', '', 'DTSTART:20240229T100000Z', 'RRULE:FREQ=YEARLY'),
  ],
  ...[
    one('a further date', '01T02:00 02T18:00', 'DTSTART:20261201T020000Z', 'RDATE:20261202T180000Z'),
    one('a further date without hours', '01T18:00', 'DTSTART:20261201T180000Z', 'RDATE;VALUE=DATE:20261203'),
    one('a further date in another zone', '01T10:00 03T14:00', DAILY, 'RDATE;TZID=America/New_York:20261203T090000'),
    one(
      'further periods',
      '01T10:00 02T18:00 03T10:00',
      DAILY,
      'RDATE;VALUE=PERIOD:20261202T180000Z/PT2H,20261203T100000Z/20261203T103000Z',
    ),
    one(
      'a further date that its rule has',
      '01T10:00 02T10:00',
      DAILY,
      'RRULE:FREQ=DAILY;COUNT=2',
      'RDATE:20261202T100000Z',
    ),
    one('a further date that is excluded', '01T10:00', DAILY, 'RDATE:20261202T100000Z', 'EXDATE:20261202T100000Z'),
    one('an excluded start', '02T10:00', DAILY, 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20261201T100000Z'),
    one(
      'an exclusion in another zone',
      '01T13:00 03T13:00',
      `DTSTART;${BERLIN}:20261201T140000`,
      'RRULE:FREQ=DAILY;COUNT=3',
      'EXDATE;TZID=America/New_York:20261202T080000',
    ),
    one(
      'an exclusion without a zone',
      '01T13:00 03T13:00',
      `DTSTART;${BERLIN}:20261201T140000`,
      'RRULE:FREQ=DAILY;COUNT=3',
      'EXDATE:20261202T140000',
    ),
    one('an excluded day', '01T10:00 03T10:00', DAILY, 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20261202'),
    one(
      'an excluded day of a zone',
      '02T04:00 04T04:00',
      'DTSTART;TZID=America/Los_Angeles:20261201T200000',
      'RRULE:FREQ=DAILY;COUNT=3',
      'EXDATE;VALUE=DATE:20261202',
    ),
    one(
      'several rules',
      '30T10:00 01T10:00 02T10:00 07T10:00',
      'DTSTART:20261130T100000Z',
      'RRULE:FREQ=WEEKLY;COUNT=2',
      'RRULE:FREQ=DAILY;COUNT=3',
    ),
    one(
      'a start that its rule lacks',
      '01T08:00 07T08:00 14T08:00',
      'DTSTART;TZID=Europe/Rome:20261201T090000',
      'RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20261215T000000Z',
    ),
    one(
      'a day after midnight',
      '29T23:30 06T23:30 13T23:30',
      'DTSTART;TZID=Europe/Rome:20261130T003000',
      'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3',
    ),
    one('every seven days a Monday from a Tuesday', '01T10:00', DAILY, 'RRULE:FREQ=DAILY;INTERVAL=7;BYDAY=MO'),
  ],
  ...[
    overridden(
      'a moved occurrence',
      '01T13:00 09T08:00',
      ['DTSTART;TZID=Europe/Paris:20261104T090000', 'DURATION:PT3H', 'RRULE:FREQ=WEEKLY;COUNT=6'],
      ['SEQUENCE:3', 'RECURRENCE-ID;TZID=Europe/Paris:20261202T090000', 'DTSTART;TZID=Europe/Paris:20261201T140000'],
    ),
    overridden(
      'an override in another zone',
      '29T22:00 01T22:00 06T00:00 07T22:00',
      [
        'DTSTART;TZID=Pacific/Auckland:20261130T110000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;COUNT=5;INTERVAL=2',
        'EXDATE;TZID=Pacific/Auckland:20261204T110000',
      ],
      ['RECURRENCE-ID;TZID=Europe/Paris:20261205T230000', 'DTSTART;TZID=Europe/Paris:20261206T010000'],
    ),
    overridden(
      'an override without a zone',
      '01T13:00 02T15:00',
      [`DTSTART;${BERLIN}:20261201T140000`, 'RRULE:FREQ=DAILY;COUNT=2'],
      ['RECURRENCE-ID:20261202T140000', `DTSTART;${BERLIN}:20261202T160000`],
    ),
    overridden(
      'an override of a day',
      '01T13:00 02T15:00',
      [`DTSTART;${BERLIN}:20261201T140000`, 'RRULE:FREQ=DAILY;COUNT=2'],
      ['RECURRENCE-ID;VALUE=DATE:20261202', `DTSTART;${BERLIN}:20261202T160000`],
    ),
    overridden(
      'overrides without their series',
      '07T17:00 14T17:00',
      ['RECURRENCE-ID;TZID=America/Denver:20261207T100000', 'DTSTART;TZID=America/Denver:20261207T100000'],
      ['RECURRENCE-ID;TZID=America/Denver:20261214T100000', 'DTSTART;TZID=America/Denver:20261214T100000'],
    ),
    overridden(
      'an override of a further date',
      '30T10:00 02T15:00 07T10:00',
      ['DTSTART:20261130T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE:20261202T100000Z'],
      ['RECURRENCE-ID:20261202T100000Z', 'DTSTART:20261202T150000Z'],
    ),
    overridden(
      'this and all before',
      '01T10:00 02T12:00 03T10:00',
      [DAILY, 'RRULE:FREQ=DAILY;COUNT=3'],
      ['RECURRENCE-ID;RANGE=THISANDPRIOR:20261202T100000Z', 'DTSTART:20261202T120000Z'],
    ),
    overridden(
      'this and all after',
      '01T12:00 02T12:00 03T15:00 04T15:00 05T09:00 06T15:00',
      ['DTSTART:20261201T120000Z', 'DURATION:PT2H', 'RRULE:FREQ=DAILY;COUNT=6'],
      ['SEQUENCE:1', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20261203T120000Z', 'DTSTART:20261203T150000Z'],
      ['SEQUENCE:2', 'RECURRENCE-ID:20261205T120000Z', 'DTSTART:20261205T090000Z'],
    ),
    overridden(
      'this and all after, twice',
      '01T12:00 02T13:00 03T13:00 04T08:00 05T08:00',
      ['DTSTART:20261201T120000Z', 'RRULE:FREQ=DAILY;COUNT=5'],
      ['RECURRENCE-ID;RANGE=THISANDFUTURE:20261202T120000Z', 'DTSTART:20261202T130000Z'],
      ['RECURRENCE-ID;RANGE=THISANDFUTURE:20261204T120000Z', 'DTSTART:20261204T080000Z'],
    ),
    overridden(
      'this and all after, moved into the window',
      '30T12:00 07T12:00',
      ['DTSTART:20260401T120000Z', 'RRULE:FREQ=WEEKLY;UNTIL=20261015T000000Z'],
      ['RECURRENCE-ID;RANGE=THISANDFUTURE:20261007T120000Z', 'DTSTART:20261130T120000Z'],
    ),
    overridden(
      'this and all after, cancelled',
      '01T12:00 02T12:00',
      ['DTSTART:20261201T120000Z', 'RRULE:FREQ=DAILY;COUNT=5'],
      ['STATUS:CANCELLED', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20261203T120000Z', 'DTSTART:20261203T120000Z'],
    ),
  ],
];

/** As other people's files have them; each is a defect that someone reported of some calendar program or library. */
export const RECURRENCE_CASES: readonly RecurrenceCase[] = CASES.map((given) => {
  const differs = DIFFERING[given.name];
  return differs === undefined ? given : { ...given, differs };
});

/** The case as a calendar of one series. */
export const asFile = ({ name, events }: RecurrenceCase): string =>
  aCalendar(...events.map((lines) => anIcalEvent(name, ...lines)));
