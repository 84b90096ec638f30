import { addFeed } from '#shared/calendars/feeds/commands/add-feed';
import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { calendarSyncWorker } from '#test/support/calendar-sync-worker';
import { anIcalEvent, fakeFeed } from '#test/support/fake-feed';
import { Meter } from './meter.ts';
import type { MostUsed } from './most-usage.ts';
import type { Prices } from './prices.ts';
import { aMeteredMember, stampOf } from './standing-calendars.ts';
import { billFor, sumOf, times, totalOf, type Usage } from './usage.ts';

/** Of a tenth of the occurrences that a feed may have; with so many attendees, the whole fits into 10 MB. */
const OCCURRENCES = 500;
const ATTENDEES = 60;
/** Of the worker (lib/constructs/calendar-sync.ts), and at least what was measured for one occurrence. */
const MEMORY_GB = 1_769 / 1_024;
const PROCESSOR_SECONDS = { replaced: 0.006, read: 0.001 } as const;
const DAYS = 31;

/**
 * The most that the feeds of one workspace cost, with its limits of a day used up: every occurrence is replaced by
 * another one, which counts once and is saved and removed, and as many are read again as may be. The workspace has no
 * webhook endpoints and sends no bots.
 */
export async function feedsAtMost(prices: Prices): Promise<MostUsed> {
  const { replaced, read } = await usageOfOccurrence();
  const { changes, occurrences } = limitsOfADay();
  const dollars = totalOf(billFor(sumOf(times(replaced, changes), times(read, occurrences - changes)), prices));
  return { what: 'calendar feeds that change all the time', hour: dollars, month: DAYS * dollars };
}

const limitsOfADay = () => {
  const useOf = useFactory();
  const most = (limit: 'feed_changes' | 'feed_occurrences'): number => useOf(limit, '', 0 as Instant).most;
  return { changes: most('feed_changes'), occurrences: most('feed_occurrences') };
};

/** What one occurrence uses: replaced by another, and read while nothing in it has changed. */
async function usageOfOccurrence(): Promise<Readonly<Record<'replaced' | 'read', Usage>>> {
  const meter = new Meter();
  const { world, workspaceId, memberId, startsOf } = await aMeteredMember(meter);
  const feed = fakeFeed(world.clock);
  const work = calendarSyncWorker(world, { feed });
  const url = 'https://calendar.example.com/feed.ics';
  const { id } = (await addFeed(world.context)({ workspaceId, memberId, url })).feed;
  const begin = startsOf(0);
  const publish = (version: string, title: string): void =>
    feed.publish(
      ...Array.from({ length: OCCURRENCES }, (_, nth) =>
        anIcalEvent(
          `${version}-${nth}`,
          `SUMMARY:${title}`,
          `DTSTART:${stampOf(later(begin, nth * MINUTE_MS))}`,
          `DURATION:PT30M`,
          ...Array.from({ length: ATTENDEES }, (_one, person) => `ATTENDEE:mailto:p${person}@x.test`),
        ),
      ),
      `X-VERSION:${title}`,
    );
  const used = async (): Promise<Usage> => {
    await work.whenDue(id);
    const usage = meter.read();
    await work.whenDue(id);
    meter.read();
    return times(usage, 1 / OCCURRENCES);
  };
  publish('one', 'Meeting');
  await used();
  publish('two', 'Meeting');
  const replaced = await used();
  feed.server.text = feed.server.text.replace('X-VERSION:Meeting', 'X-VERSION:Other');
  const read = await used();
  return {
    replaced: withFunction(replaced, PROCESSOR_SECONDS.replaced),
    read: withFunction(read, PROCESSOR_SECONDS.read),
  };
}

const withFunction = (usage: Usage, seconds: number): Usage =>
  sumOf(usage, { 'function GB-second': seconds * MEMORY_GB });
