import { HOUR_MS } from '#shared/foundation/core/time';
import { JOB_QUEUES } from '#test/support/event-path/services';
import { beforeAll, describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';
import { aDay, type Day, TROUBLES, type WakeUps } from './a-day.ts';
import { beyondBound, MOST_WAKE_UPS } from './bound.ts';

const sumOf = (rows: readonly WakeUps[], name: 'due' | 'wakeUps') => rows.reduce((sum, row) => sum + row[name], 0);

const SEEDS = Array.from({ length: sized({ everyday: 1, release: 5 }) }, (_, nth) => nth + 1);

/** docs/decisions/work-by-workspace.md says why. */
const UNGROUPED = [/^fanout: [a-z_]+\.[a-z_]+$/, /^calendars: connectionIds$/];

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

    it('only sends on what has no message group, but for events that do not wait, and polls', () => {
      const worked = [...day.ungrouped].flatMap(([kind, done]) => (done === 'worked on' ? [kind] : []));
      expect(worked.filter((kind) => !UNGROUPED.some((one) => one.test(kind)))).toEqual([]);
      const sentOn = [...day.ungrouped].flatMap(([kind, done]) => (done === 'only sent on' ? kind.split(':', 1) : []));
      expect([...new Set(sentOn)].sort()).toEqual(['bots', 'calendars', ...JOB_QUEUES, 'live'].sort());
    });

    it('stops no worker that queues itself for as long as its work takes', () => {
      expect(day.stopped).toEqual([]);
    });
  },
);
