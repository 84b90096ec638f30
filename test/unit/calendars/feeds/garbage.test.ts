import fc from 'fast-check';
import { textOf } from '#shared/calendars/feeds/ical/feed-bytes';
import { readFeed } from '#shared/calendars/feeds/ical/read-feed';
import { FeedFailed } from '#shared/calendars/feeds/ports';
import type { ProviderEvent } from '#shared/calendars/sync/rules/provider-event';
import { windowAt } from '#shared/calendars/sync/rules/window';
import { noon } from '#test/support/api';
import { aCalendar, anIcalEvent } from '#test/support/fake-feed';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';
import '#test/support/property-seed';

const window = windowAt(noon);
const planning = anIcalEvent('planning', 'DTSTART:20261103T100000Z');

const names = fc.constantFrom(
  ...['DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE', 'EXDATE', 'EXRULE', 'RECURRENCE-ID', 'SEQUENCE', 'STATUS'],
  ...['SUMMARY', 'DESCRIPTION', 'ATTENDEE', 'ORGANIZER', 'CLASS', 'URL', 'CONFERENCE', 'UID', 'X-ALT-DESC', 'GEO'],
);
const parameters = fc.constantFrom(
  '',
  ';TZID=Nowhere',
  ';VALUE=DATE',
  ';VALUE=PERIOD',
  ';CN="a',
  ';',
  ';A',
  ';=',
  ';TZID=',
);
const values = fc.oneof(
  fc.string({ maxLength: 30 }).map((text) => text.replace(/[\r\n]/g, '')),
  fc.constantFrom(
    '',
    '20261103',
    '2026-11-03T10:00',
    '20261103T100000Z/PT1H',
    'PT1H',
    'FREQ=DAILY;COUNT=2',
    'FREQ=',
    '-1',
  ),
);
const lines = fc.oneof(
  fc.tuple(names, parameters, values).map(([name, parameter, value]) => `${name}${parameter}:${value}`),
  values,
);
const events = fc.array(lines, { maxLength: 12 }).map((drawn) => ['BEGIN:VEVENT', ...drawn, 'END:VEVENT'].join('\r\n'));

const isPlanning = (event: ProviderEvent): boolean => event.kind === 'occurrence' && event.id === 'planning';

describe('an event of any lines', () => {
  it('costs no other event of its file', () => {
    fc.assert(
      fc.property(events, (event) => {
        expect(readFeed(aCalendar(event, planning), window).filter(isPlanning)).toHaveLength(1);
      }),
      { numRuns: sized({ everyday: 500, release: 20_000 }) },
    );
  });
});

describe('a file of any bytes', () => {
  it('is read, or refused as no calendar', () => {
    const bytes = Buffer.from(aCalendar(planning));
    const changes = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 10 });
    fc.assert(
      fc.property(changes, (drawn) => {
        const changed = Buffer.from(bytes);
        for (const [at, byte] of drawn) changed[at] = byte;
        try {
          expect(readFeed(textOf({ bytes: changed, charset: null }), window).length).toBeLessThan(10);
        } catch (error) {
          expect(error).toBeInstanceOf(FeedFailed);
        }
      }),
      { numRuns: sized({ everyday: 500, release: 20_000 }) },
    );
  });
});
