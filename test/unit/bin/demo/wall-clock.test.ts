import { describe, expect, it } from '@jest/globals';
import { instantInZone, isZone } from '#bin/demo/wall-clock';
import { isoOf } from '#shared/core/time';

const at = (month: number, day: number, hour: number, minute = 0) => ({
  year: 2026,
  month,
  day,
  hour,
  minute,
  second: 0,
});

describe('what the clocks of a zone show', () => {
  it.each([
    ['in winter', at(1, 15, 9), 'Europe/Zurich', '2026-01-15T08:00:00.000Z'],
    ['in summer', at(7, 15, 9), 'Europe/Zurich', '2026-07-15T07:00:00.000Z'],
    ['across the ocean', at(7, 15, 20), 'America/New_York', '2026-07-16T00:00:00.000Z'],
    ['at odds by half an hour', at(7, 15, 9), 'Asia/Kolkata', '2026-07-15T03:30:00.000Z'],
    ['just before the change', at(3, 29, 1, 59), 'Europe/Zurich', '2026-03-29T00:59:00.000Z'],
    ['just after the change', at(3, 29, 3), 'Europe/Zurich', '2026-03-29T01:00:00.000Z'],
    ['in the hour that is skipped', at(3, 29, 2, 30), 'Europe/Zurich', '2026-03-29T01:30:00.000Z'],
    ['in the hour that comes twice', at(10, 25, 2, 30), 'Europe/Zurich', '2026-10-25T00:30:00.000Z'],
  ])('is a moment: %s', (_when, wall, zone, instant) => {
    expect(isoOf(instantInZone(wall, zone))).toBe(instant);
  });

  it('needs a zone that is known', () => {
    expect([isZone('Europe/Zurich'), isZone('W. Europe Standard Time'), isZone('')]).toEqual([true, false, false]);
  });
});
