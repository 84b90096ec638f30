import { runWeek } from '#test/simulation/following/run-week';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';

const PORTION = sized({ everyday: 3, release: 25 });
const PORTIONS = sized({ everyday: 1, release: 12 });
/** From this seed on one is looked for in which an event moves while its bot records. */
const MOVED_WHILE_RECORDING = 1;
const MOST_TRIED = 30;

const firstSeeds = Array.from({ length: PORTIONS }, (_, nth) => 1 + nth * PORTION);

describe('a week of calendars that are edited at every moment of a bot’s life', () => {
  it.each(firstSeeds)(
    'has, at each end and after each edit, the bots that a fresh plan would have made, from seed %i on',
    async (first) => {
      const ends: Record<string, number> = {};
      for (let seed = first; seed < first + PORTION; seed += 1) {
        const week = await runWeek(seed);
        expect({ seed, broken: week.broken }).toEqual({ seed, broken: [] });
        expect(week.comparisons).toBeGreaterThan(10);
        for (const [status, count] of Object.entries(week.ends)) ends[status] = (ends[status] ?? 0) + count;
      }
      expect(Object.keys(ends)).toEqual(expect.arrayContaining(['completed', 'failed', 'cancelled']));
    },
  );

  it('would not be without planning again at the end of a bot, whenever the seed is run', async () => {
    let seed = MOVED_WHILE_RECORDING;
    while (seed < MOST_TRIED && (await runWeek(seed, 'planning again')).broken.length === 0) seed += 1;

    expect((await runWeek(seed, 'planning again')).broken).toContain('W3: there is no bot where one is due');
    expect((await runWeek(seed)).broken).toEqual([]);
  });
});
