import { HOUR_MS } from '#shared/core/time';
import { beforeAll, describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';
import { aDay, type Day, TROUBLES, type WakeUps } from './a-day.ts';
import { beyondBound, MOST_WAKE_UPS } from './bound.ts';

const sumOf = (rows: readonly WakeUps[], name: 'due' | 'wakeUps') => rows.reduce((sum, row) => sum + row[name], 0);

const SEEDS = Array.from({ length: sized({ everyday: 1, release: 5 }) }, (_, nth) => nth + 1);

describe.each(SEEDS)(
  'a day of the whole service, with messages delivered twice and functions killed, of seed %i',
  (seed) => {
    let day: Day;
    beforeAll(async () => {
      day = await aDay(seed, TROUBLES, sized({ everyday: 3 * HOUR_MS, release: 24 * HOUR_MS }));
    });

    it('wakes no worker, and asks no recorder and no calendar, more than 1.2 times for each that is due', () => {
      expect(beyondBound(day)).toEqual([]);
      expect(sumOf(day.wakeUps, 'wakeUps')).toBeLessThanOrEqual(MOST_WAKE_UPS * sumOf(day.wakeUps, 'due'));
    });

    it('has work for every worker, and a rule for every job', () => {
      expect(day.wakeUps.filter(({ due }) => due === 0)).toEqual([]);
      expect([day.unrouted, day.deadLetters]).toEqual([[], 0]);
    });

    it('stops no worker that queues itself for as long as its work takes', () => {
      expect(day.stopped).toEqual([]);
    });
  },
);
