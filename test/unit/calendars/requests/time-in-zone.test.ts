import { instantInZone } from '#shared/calendars/requests/time-in-zone';
import { isoOf } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';

const inZone = (dateTime: string, zone: string) => {
  const at = instantInZone(dateTime, zone);
  return at === undefined ? undefined : isoOf(at);
};

describe('the instant of a local time in a time zone', () => {
  it.each([
    ['2026-11-21T00:00:00', 'UTC', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T00:00:00.0000000', 'UTC', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T00:00:00', 'Europe/Berlin', '2026-11-20T23:00:00.000Z'],
    ['2026-07-01T09:30:00', 'America/New_York', '2026-07-01T13:30:00.000Z'],
    ['2026-07-01T09:30:00', 'Asia/Kathmandu', '2026-07-01T03:45:00.000Z'],
    ['2026-10-25T12:00:00', 'Europe/Berlin', '2026-10-25T11:00:00.000Z'],
    ['2026-10-25T00:00:00', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
    ['2026-03-29T12:00:00', 'Europe/Berlin', '2026-03-29T10:00:00.000Z'],
    ['2026-10-25T02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-03-29T02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-09-06T00:00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['2026-04-04T23:30:00', 'America/Santiago', '2026-04-05T02:30:00.000Z'],
  ])('%s in %s is %s', (dateTime, zone, moment) => {
    expect(inZone(dateTime, zone)).toBe(moment);
  });

  it.each([
    ['2026-11-21T00:00:00', 'W. Europe Standard Time'],
    ['yesterday', 'UTC'],
    ['', 'UTC'],
  ])('is undefined for an unknown time zone and for a text that is no time: %j in %j', (dateTime, zone) => {
    expect(inZone(dateTime, zone)).toBeUndefined();
  });
});
