import { HOUR_MS } from '#shared/core/time';
import { beforeAll, describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';
import { aDay, type Day, type WakeUps } from './a-day.ts';

/** Wake-ups for each that is due, at most; what queues and kills repeat comes on top. */
const MOST_WAKE_UPS = 1.2;

const beyond = (rows: readonly WakeUps[]): readonly WakeUps[] =>
  rows.filter(({ due, wakeUps, repeated }) => wakeUps > MOST_WAKE_UPS * due + repeated);

const sumOf = (rows: readonly WakeUps[], name: 'due' | 'wakeUps') => rows.reduce((sum, row) => sum + row[name], 0);

const SEEDS = Array.from({ length: sized({ everyday: 1, release: 5 }) }, (_, nth) => nth + 1);

describe.each(SEEDS)(
  'a day of the whole service, with messages delivered twice and functions killed, of seed %i',
  (seed) => {
    let day: Day;
    beforeAll(async () => {
      day = await aDay(
        seed,
        { duplicated: 0.01, killed: 0.0005 },
        sized({ everyday: 3 * HOUR_MS, release: 24 * HOUR_MS }),
      );
    });

    it('wakes no worker more than 1.2 times for each that is due', () => {
      expect(beyond(day.wakeUps)).toEqual([]);
      expect(sumOf(day.wakeUps, 'wakeUps')).toBeLessThanOrEqual(MOST_WAKE_UPS * sumOf(day.wakeUps, 'due'));
    });

    it('asks no recorder and no calendar more than 1.2 times for each that is due', () => {
      expect(beyond(day.requests)).toEqual([]);
    });

    it('has work for every worker, and a rule for every job', () => {
      expect(day.wakeUps.filter(({ due }) => due === 0)).toEqual([]);
      expect([day.unrouted, day.deadLetters]).toEqual([[], 0]);
    });
  },
);
