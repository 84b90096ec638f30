import { aCalendar, anIcalEvent } from '#test/support/fake-feed';

const START = 'DTSTART:20261103T100000Z';
const MEGABYTE = 1e6;

const repeated = (text: string, bytes: number): string => text.repeat(Math.ceil(bytes / text.length));
const inLines = (line: string, bytes: number): string => repeated(`${line}\r\n`, bytes).trimEnd();

interface HostileFeed {
  readonly named: string;
  readonly text: string;
}

/** An event whose rule has no occurrence: its days alone tell. */
export const NEVER = anIcalEvent('never', START, 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30');

/** The same, of a Tuesday every seven days that is to be a Monday: its days do not tell. */
export const NEVER_A_MONDAY = anIcalEvent('never', START, 'RRULE:FREQ=DAILY;INTERVAL=7;BYDAY=MO');

const EVERY = (least: number, most: number): string =>
  Array.from({ length: most - least + 1 }, (_, nth) => least + nth).join();

/** Rules whose expansion takes more steps than a feed may. */
export const HEAVY_RULES: readonly string[] = [
  'FREQ=SECONDLY',
  'FREQ=MINUTELY;COUNT=99999999',
  'FREQ=SECONDLY;INTERVAL=7;BYMONTH=2;BYMONTHDAY=29;COUNT=99999999',
  `FREQ=DAILY;BYHOUR=${EVERY(0, 23)};BYMINUTE=${EVERY(0, 59)};BYSECOND=${EVERY(0, 59)}`,
  `FREQ=YEARLY;BYYEARDAY=${EVERY(1, 366)};BYHOUR=${EVERY(0, 23)};BYMINUTE=${EVERY(0, 59)};BYSETPOS=-1;COUNT=9999`,
];

/** Files that a look at their lines refuses. */
export const absurdFeeds = (bytes = 9.5 * MEGABYTE): readonly HostileFeed[] => [
  { named: 'RDATEs', text: aCalendar(anIcalEvent('one', START, inLines('RDATE:20261104T100000Z', bytes))) },
  {
    named: 'values of one RDATE',
    text: aCalendar(anIcalEvent('one', START, `RDATE:${repeated('20261104T100000Z,', bytes)}20261105T100000Z`)),
  },
  { named: 'EXDATEs', text: aCalendar(anIcalEvent('one', START, inLines('EXDATE:20261104T100000Z', bytes))) },
  { named: 'parameters', text: aCalendar(anIcalEvent('one', `DTSTART${repeated(';A=B', bytes)}:20261103T100000Z`)) },
  {
    named: 'parameters, folded',
    text: aCalendar(anIcalEvent('one', `DTSTART${repeated('\r\n ;A=B', bytes)}:20261103T100000Z`)),
  },
  {
    named: 'values of one parameter',
    text: aCalendar(anIcalEvent('one', START, `ATTENDEE;MEMBER="a"${repeated(',"a"', bytes)}:mailto:a@acme.test`)),
  },
  { named: 'characters of a property', text: aCalendar(anIcalEvent('one', START, `SUMMARY:${repeated('x', bytes)}`)) },
  {
    named: 'rules',
    text: aCalendar(anIcalEvent('one', START, inLines('RRULE:FREQ=DAILY;COUNT=1', bytes))),
  },
  { named: 'lines', text: aCalendar(anIcalEvent('one', START, inLines('X-A:B', bytes))) },
  { named: 'components in components', text: aCalendar(inLines('BEGIN:VEVENT', bytes), inLines('END:VEVENT', bytes)) },
  { named: 'events', text: aCalendar(inLines('BEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT', bytes)) },
];

/** Files within the bounds of their lines, of which each takes seconds, or memory, to read. */
export const costlyFeeds = (): readonly HostileFeed[] => [
  {
    named: 'a time zone with a rule that meets no day',
    text: aCalendar(
      ['BEGIN:VTIMEZONE', 'TZID:Never', 'BEGIN:STANDARD', 'DTSTART:20261103T100000', 'TZOFFSETFROM:+0000'].join('\r\n'),
      ['TZOFFSETTO:+0100', 'RRULE:FREQ=DAILY;INTERVAL=7;BYDAY=MO', 'END:STANDARD', 'END:VTIMEZONE'].join('\r\n'),
      anIcalEvent('one', 'DTSTART;TZID=Never:20261103T100000'),
    ),
  },
  {
    named: 'a time zone of its own for each of many events',
    text: aCalendar(
      ...Array.from({ length: 40_000 }, (_, nth) =>
        anIcalEvent(`event-${nth}`, `DTSTART;TZID="(UTC+01:00) A${nth}, B${nth}, C${nth}":20261103T100000`),
      ),
    ),
  },
  {
    named: 'an hourly event with a text of 400,000 characters',
    text: aCalendar(anIcalEvent('one', START, 'RRULE:FREQ=HOURLY', `DESCRIPTION:${'x'.repeat(400_000)}`)),
  },
];
