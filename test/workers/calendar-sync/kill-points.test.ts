import type { AppContext } from '#shared/api/http/ports';
import { LEASE_MS } from '#shared/calendars/sync/rules/sync-transitions';
import type { World } from '#test/support/api';
import { calendarSyncWorker } from '#test/support/calendar-sync-worker';
import { anOccurrence, at } from '#test/support/fake-calendar';
import { describe, expect, it } from '#test/support/jest';
import { type ASyncedCalendar, aSyncedCalendar } from './a-synced-calendar.ts';

type Save = World['context']['changes']['save'];

/** AppContext in which the lights go out at a save, before it or just after, and nothing is written from then on. */
function dyingAt(nth: number, when: 'before' | 'after', { context }: World) {
  const counter = { saves: 0 };
  const save: Save = async (made) => {
    counter.saves += 1;
    if (counter.saves > nth || (counter.saves === nth && when === 'before')) throw new Error('Injected failure.');
    await context.changes.save(made);
    if (counter.saves === nth) throw new Error('Injected failure.');
  };
  const dying: AppContext = { ...context, changes: { save } };
  return { dying, counter };
}

/** A calendar of three pages that was read once, and then changed in every way there is. */
async function aChangedCalendar(): Promise<ASyncedCalendar> {
  const story = await aSyncedCalendar({ pageSize: 3 });
  const { calendar, runSync } = story;
  calendar.put(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id, nth) => anOccurrence(id, { startsAt: at(1 + nth) })));
  await runSync();
  await runSync();
  calendar.put(anOccurrence('a', { startsAt: at(30), originalStartsAt: at(30) }));
  calendar.put(anOccurrence('h', { startsAt: at(12) }), anOccurrence('b', { title: 'Renamed', startsAt: at(2) }));
  calendar.drop('c', 'd');
  calendar.put(anOccurrence('e', { icalUid: 'other@calendar.test', startsAt: at(5) }));
  calendar.dropSilently('g');
  return story;
}

/** Ends a sync run at one save, and continues with runs that do not fail. */
async function continued(nth: number, when: 'before' | 'after', kind: 'changes' | 'everything') {
  const story = await aChangedCalendar();
  const { calendar, world, id, runSync, sync, work } = story;
  if (kind === 'everything') calendar.expireCursors();
  const dueAt = (await sync()).dueAt ?? world.clock.now();
  world.clock.set(dueAt);
  const { dying, counter } = dyingAt(nth, when, world);
  await calendarSyncWorker(world, { google: calendar, context: dying }).runSync(id);
  world.clock.advance(LEASE_MS + 1);
  if (kind === 'changes') calendar.expireCursors();
  await work.runSync(id);
  await runSync();
  return { story, wasLast: counter.saves < nth };
}

describe.each(['changes', 'everything'] as const)('a sync run over %s that ends', (kind) => {
  it.each(['before', 'after'] as const)('%s any of its writes is repaired by the next run', async (when) => {
    for (let nth = 1; ; nth += 1) {
      const { story, wasLast } = await continued(nth, when, kind);
      expect({ nth, seen: await story.seen() }).toEqual({ nth, seen: story.inCalendar() });
      if (wasLast) {
        expect(nth).toBeGreaterThan(8);
        return;
      }
    }
  });
});
