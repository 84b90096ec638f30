import fc from 'fast-check';
import { timeIn } from '#shared/foundation/versions/offset-time';
import { describe, expect, it } from '#test/support/jest';

describe('a timestamp with the offset of the server’s zone', () => {
  it.each([
    ['Etc/UTC', '2026-07-01T10:00:00.000Z', '2026-07-01T10:00:00.000+00:00'],
    ['Europe/Berlin', '2026-01-15T23:30:00.123Z', '2026-01-16T00:30:00.123+01:00'],
    ['Europe/Berlin', '2026-07-15T23:30:00.123Z', '2026-07-16T01:30:00.123+02:00'],
    ['America/New_York', '2026-01-01T03:00:00.999Z', '2025-12-31T22:00:00.999-05:00'],
    ['America/St_Johns', '2026-07-01T00:00:00.001Z', '2026-06-30T21:30:00.001-02:30'],
    ['America/St_Johns', '2026-01-01T00:00:00.001Z', '2025-12-31T20:30:00.001-03:30'],
    ['Asia/Kolkata', '2026-07-01T18:30:00.000Z', '2026-07-02T00:00:00.000+05:30'],
    ['Asia/Kathmandu', '2026-07-01T18:15:00.000Z', '2026-07-02T00:00:00.000+05:45'],
    ['Pacific/Chatham', '2026-01-01T00:00:00.000Z', '2026-01-01T13:45:00.000+13:45'],
    ['Pacific/Kiritimati', '2026-12-31T12:00:00.000Z', '2027-01-01T02:00:00.000+14:00'],
  ])('%s: %s', (zone, time, shown) => {
    expect(timeIn(zone, time)).toBe(shown);
  });

  it.each([
    ['the last moment of winter time', '2026-03-29T00:59:59.999Z', '2026-03-29T01:59:59.999+01:00'],
    ['the first moment of summer time', '2026-03-29T01:00:00.000Z', '2026-03-29T03:00:00.000+02:00'],
    ['the first of two equal local times', '2026-10-25T00:30:00.000Z', '2026-10-25T02:30:00.000+02:00'],
    ['the second of two equal local times', '2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00.000+01:00'],
  ])('Berlin, %s', (_which, time, shown) => {
    expect(timeIn('Europe/Berlin', time)).toBe(shown);
  });

  it.each([null, undefined, 7, '', 'soon', '2026-07-01', '2026-07-01T10:00:00.000+02:00', '2026-99-01T10:00:00.000Z'])(
    'leaves %p unchanged',
    (value) => {
      expect(timeIn('Europe/Berlin', value)).toBe(value);
    },
  );

  it('is the same moment, to the millisecond, in every zone and year', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const moments = fc.date({ min: new Date('1973-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(zones, moments, (zone, moment) => {
        const shown = String(timeIn(zone, moment.toISOString()));
        expect(Date.parse(shown)).toBe(moment.getTime());
        expect(shown).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/);
      }),
    );
  });
});
