import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '#shared/calendars/feeds/ical/feed-bytes';
import { readFeed } from '#shared/calendars/feeds/ical/read-feed';
import { meetingLinkOf } from '#shared/calendars/sync/rules/meeting-link';
import type { ProviderEvent } from '#shared/calendars/sync/rules/provider-event';
import { type Instant, isoOf } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';

const FOLDER = join(import.meta.dirname, 'reported');
/** The files have events from 29 November to 26 December 2026. */
const window = { from: Date.UTC(2026, 10, 29) as Instant, to: Date.UTC(2026, 11, 27) as Instant };

const read = (name: string): readonly ProviderEvent[] =>
  readFeed(textOf({ bytes: readFileSync(join(FOLDER, `${name}.ics`)), charset: null }), window);

const seen = (event: ProviderEvent): string => {
  if (event.kind === 'occurrence') return `${isoOf(event.startsAt).slice(8, 16)} ${event.title}`;
  return 'place' in event ? `${event.code}: ${event.place?.what}, line ${event.place?.line}` : event.kind;
};

/** Files that calendar programs wrote, as their users reported them; times in UTC, by the day of the month. */
describe('a feed that a calendar program wrote', () => {
  it.each([
    ['f01-customized-time-zone', ['01T03:15 custom zone']],
    ['f02-windows-zone-without-vtimezone', ['01T08:00 own', '01T09:00 colleague', '01T18:00 pacific']],
    ['f03-zone-name-with-number', ['30T02:00 weekly', '01T12:00 defined', '07T02:00 weekly', '14T02:00 weekly']],
    ['f13-bom-and-lf', ['01T10:00 bom lf']],
    ['f15-floating-x-wr-timezone', ['01T15:00 floating']],
    ['f16-global-tzids', ['01T17:00 slash', '01T17:00 freeassoc', '01T23:00 mozilla']],
    ['f17-method-cancel', ['01T12:00 series', '03T12:00 series']],
    ['f21-durations', ['01T10:00 dur', '01T11:00 weekdur', '01T12:00 noend', '01T13:00 backwards', '01T14:00 endzone']],
    ['f22-outlook-all-day', ['06T10:00 timed']],
    ['f28-z-with-tzid', ['01T10:00 zz']],
    ['f35-two-calendars-lowercase', ['01T10:00 one', '02T10:00 two']],
    ['g02-rrule-lower-case', ['01T10:00 t', '02T10:00 t', '10T10:00 good']],
    ['g08-empty-rrule', ['01T10:00 t', '10T10:00 good']],
    ['g13-property-without-colon', ['unreadable_event: a line without a name, line 10', '01T10:00 t', '10T10:00 good']],
    ['g14-unfolded-description', ['01T10:00 t', '10T10:00 good']],
    ['g15-blank-lines', ['01T10:00 t', '10T10:00 good']],
    ['g17-bad-priority-date', ['01T10:00 t', '10T10:00 good']],
    ['g18-dtstart-with-dashes', ['01T10:00 t', '10T10:00 good']],
    ['g19-dtstart-no-seconds', ['01T10:00 t', '10T10:00 good']],
    ['g20-bare-date', ['10T10:00 good']],
    ['g24-valarm-broken', ['01T10:00 t', '10T10:00 good']],
    ['g32-dtstart-date-time-value', ['01T13:00 t', '10T10:00 good']],
    ['g33-tzid-lower-case', ['01T13:00 t', '10T10:00 good']],
    ['g38-vcal10', ['unreadable_series: RRULE, line 10', '01T10:00 t', '10T10:00 good']],
    ['g39-tab-fold', ['01T10:00 t', '10T10:00 good']],
    ['g40-nul', ['01T10:00 t', '10T10:00 good']],
    ['h07-apple-radius', ['unreadable_event: a line without a name, line 17', '01T18:00 ok', '02T09:00 bad']],
    ['j01-vtimezone-between-rdates', ['02T17:00 w']],
    ['j03-vtimezone-one-standard', ['02T06:30 w']],
    ['j05-vtimezone-rdate-period', ['02T17:00 w', '09T17:00 w', '16T17:00 w', '23T17:00 w']],
    ['j06-vtimezone-empty', ['02T11:00 w']],
    ['k32-dup-prop-params', ['01T10:00 t']],
    ['v06-outlook-windows-bot', ['04T09:00 v06']],
    ['w01-floating-beside-a-time-zone', ['15T22:30 half year', '16T09:30 utc']],
    ['w02-floating-without-any-time-zone', ['unknown_time_zone: DTSTART, line 8', '11T10:30 no zone', '12T10:30 utc']],
    ['w03-outlook-canceled-by-title', ['01T10:00 Daily', '03T10:00 Daily', '04T10:00 Canceled: what we learned']],
    ['w04-call-in-a-property-of-the-program', ['13T15:00 proton']],
    ['w05-time-zone-with-hours-in-its-rule', ['01T08:00 head office']],
    ['w06-exceptions-in-one-line', ['30T10:45 Mittag', '02T10:45 Mittag', '04T10:45 Mittag']],
  ])('%s', (name, expected) => {
    expect(read(name).map(seen)).toEqual(expected);
  });

  it('f12-multibyte-split-by-fold: a fold within a character is behind it', () => {
    expect(read('f12-multibyte-split-by-fold')).toMatchObject([
      { title: expect.stringMatching(/^[\p{ASCII}óÓ💙]*Kraków 💙 fin$/u) },
    ]);
  });

  it('k26-end-floating: the end is in the time zone of the start', () => {
    const [event] = read('k26-end-floating');

    expect(event).toMatchObject({ startsAt: Date.UTC(2026, 11, 1, 10), endsAt: Date.UTC(2026, 11, 1, 11) });
  });

  it('k20-people: addresses of every form', () => {
    const [event] = read('k20-people');
    const attendees = event?.kind === 'occurrence' ? event.attendees : [];

    expect(attendees.map(({ name, email }) => `${name} ${email}`)).toEqual([
      'Lovelace, Ada ada@acme.test',
      'Room 4 room4@acme.test',
      'null beamer@acme.test',
      'All all@acme.test',
      'Bob Bob+cal@Acme.test',
      'NoMail null',
      'Exch exch@acme.test',
      'FYI fyi@acme.test',
      'Günther\nX günther@acme.test',
      'null null',
      'Twice BOB+CAL@acme.test',
    ]);
  });

  it('w04-call-in-a-property-of-the-program: the event is held there', () => {
    const [event] = read('w04-call-in-a-property-of-the-program');

    expect(event?.kind === 'occurrence' && meetingLinkOf(event)).toBe(
      'https://us06web.zoom.us/j/81286437055?pwd=TLiIPx6nsXEb.1',
    );
  });

  it('k21-organizer-no-mailto: an address without a scheme', () => {
    expect(read('k21-organizer-no-mailto')).toMatchObject([
      { organizer: { email: 'ada@acme.test' }, attendees: [{ email: 'bob@acme.test' }] },
    ]);
  });
});
