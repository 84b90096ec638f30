import { likelyZone, plainZone } from '#shared/calendars/feeds/ical/zone-names';
import { describe, expect, it } from '#test/support/jest';

describe('a plain name of a time zone', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['America/New York', 'America/New_York'],
    ['US/Eastern', 'America/New_York'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    ['Zulu', 'UTC'],
    ['W. Europe Standard Time', 'Europe/Berlin'],
    ['w. europe standard time', 'Europe/Berlin'],
    ['Eastern Daylight Time', 'America/New_York'],
    ['Greenwich Standard Time', 'Atlantic/Reykjavik'],
    ['GMT+0200', '+02:00'],
    ['UTC-5', '-05:00'],
    ['GMT+05.30', '+05:30'],
    ['+0530', '+05:30'],
    ['Z', 'UTC'],
  ])('%s is %s', (name, zone) => {
    expect(plainZone(name)).toBe(zone);
  });

  it.each([
    '',
    'Customized Time Zone',
    'IST',
    'Eastern',
    '/Europe/Berlin',
    'W. Europe Standard Time 1',
    '../etc',
    '+25:00',
  ])('is none with %j', (name) => {
    expect(plainZone(name)).toBeUndefined();
  });
});

describe('the likely time zone of a name', () => {
  it.each([
    ['W. Europe Standard Time 1', 'Europe/Berlin'],
    ['America/New_York-2', 'America/New_York'],
    ['/Europe/Vienna', 'Europe/Vienna'],
    ['/freeassociation.sourceforge.net/Europe/Berlin', 'Europe/Berlin'],
    ['/mozilla.org/20050126_1/America/New_York', 'America/New_York'],
    ['/example.org/America/Argentina/Buenos_Aires', 'America/Buenos_Aires'],
    ['tzone://Microsoft/Utc', 'UTC'],
    ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Amsterdam'],
    ['(GMT-05:00) Eastern Time (US & Canada)', 'America/New_York'],
    ['(UTC-07:00) Chihuahua, La Paz, Mazatlan', 'America/Mazatlan'],
    ['(UTC-03:00) Brasilia', '-03:00'],
    ['(UTC) Coordinated Universal Time', 'UTC'],
    ['Pacific Time (US & Canada)', 'America/Los_Angeles'],
    ['Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Amsterdam'],
    ['GMT +0100 (Standard) / GMT +0200 (Daylight)', '+01:00'],
    ['US-Eastern', 'America/New_York'],
    ['PDT', 'America/Los_Angeles'],
    ['Berlin', 'Europe/Berlin'],
    ['Western/Central Europe', 'Europe/Berlin'],
    ['Universal Coordinated Time', 'UTC'],
    ['West Central Africa', 'Africa/Lagos'],
    ['Cape Verde Is.', 'Atlantic/Cape_Verde'],
    ['Mid-Atlantic', 'America/Noronha'],
    ['Brasilia', 'America/Sao_Paulo'],
    ['Indiana (East)', 'America/Indiana/Indianapolis'],
    ['Mexico Standard Time 2', 'America/Chihuahua'],
  ])('%s is %s', (name, zone) => {
    expect(likelyZone(name)).toBe(zone);
  });

  it.each([
    '',
    'Customized Time Zone',
    'tzone://Microsoft/Custom',
    'Somewhere/Else',
    'x'.repeat(10_000),
    '/'.repeat(10_000),
  ])('is none with %.30j', (name) => {
    expect(likelyZone(name)).toBeUndefined();
  });
});
