import { scheduleSync } from '#shared/calendars/sync/commands/request-sync';
import { nextPollAt, POLL_MS } from '#shared/calendars/sync/rules/poll-slots';
import { LEASE_MS } from '#shared/calendars/sync/rules/sync-transitions';
import { LostRace } from '#shared/foundation/core/store';
import { SECOND_MS } from '#shared/foundation/core/time';
import { aRunOf, calendarSyncWorker } from '#test/support/calendar-sync-worker';
import { failingEveryNthSave } from '#test/support/failing-saves';
import { anOccurrence } from '#test/support/fake-calendar';
import { describe, expect, it } from '#test/support/jest';
import { savedStates } from '#test/support/saved-states';
import { aSyncedCalendar } from './a-synced-calendar.ts';

describe('the lease of a connection', () => {
  it('lets one sync run at a time, however many messages name the connection', async () => {
    const { calendar, work, id } = await aSyncedCalendar();
    calendar.put(anOccurrence('one'));

    await Promise.all(Array.from({ length: 5 }, () => work.runSync(id)));

    expect(calendar.calls.filter((method) => method === 'readWindow')).toHaveLength(1);
  });

  it('starts no run before the connection is due', async () => {
    const { calendar, runSync, work, id } = await aSyncedCalendar();
    await runSync();
    await runSync();
    calendar.calls.splice(0);

    await work.runSync(id);

    expect(calendar.calls).toEqual([]);
  });

  it('is followed by another run at once when a sync was requested meanwhile', async () => {
    const { calendar, runSync, work, world, id, sync } = await aSyncedCalendar();
    await runSync();
    await runSync();
    const schedule = scheduleSync(world.context);
    const asking = { times: 0 };
    calendar.before(async () => {
      asking.times += 1;
      if (asking.times === 2) await Promise.all([schedule(id), schedule(id), schedule(id)]);
    });
    work.sent.splice(0);

    await runSync();

    expect((await sync()).dueAt).toBe(world.clock.now());
    expect(work.sent).toEqual([aRunOf(id, (await work.sync(id)).workspaceId)]);
  });

  it('is kept through conflicts when all guests change the same meeting at the same time', async () => {
    const { calendar, world, id, sync, work, seen, inCalendar } = await aSyncedCalendar();
    calendar.put(anOccurrence('one'));
    await work.runSync(id);
    calendar.put(anOccurrence('one', { title: 'Renamed' }), anOccurrence('two'));
    calendar.drop('two');
    const { changes } = world.context;
    let races = 0;
    const crowded = {
      ...world.context,
      changes: {
        save: async (made: Parameters<typeof changes.save>[0]) => {
          const hasEvent = savedStates(made, 'calendar_event').length > 0;
          races += hasEvent ? 1 : 0;
          if (hasEvent && races <= 12) throw new LostRace('Another save was faster.');
          await changes.save(made);
        },
      },
    };

    await calendarSyncWorker(world, { google: calendar, context: crowded }).runSync(id);

    expect(await sync()).toMatchObject({ failures: 0 });
    expect(await seen()).toEqual(inCalendar());
  });

  it('passes to another run once that of a dead run has expired, and not before', async () => {
    const { calendar, runSync, work, world, id, seen, inCalendar } = await aSyncedCalendar();
    calendar.put(anOccurrence('one'));
    const dying = calendarSyncWorker(world, { google: calendar, context: failingEveryNthSave(2, world).context });
    const { changes } = world.context;
    let saves = 0;
    const lost = {
      ...world.context,
      changes: {
        save: async (made: Parameters<typeof changes.save>[0]) => {
          saves += 1;
          if (saves > 1) throw new Error('Injected failure.');
          await changes.save(made);
        },
      },
    };
    expect(dying.sent).toEqual([]);
    const failed = await calendarSyncWorker(world, { google: calendar, context: lost }).runSync(id);
    expect(failed.batchItemFailures).toHaveLength(1);

    world.clock.advance(LEASE_MS - SECOND_MS);
    await work.runSync(id);
    expect(await seen()).toEqual([]);
    await runSync();

    expect(await seen()).toEqual(inCalendar());
  });

  it('is lost by a run that outlives it, and only the new holder completes', async () => {
    const { calendar, work, world, id, sync } = await aSyncedCalendar();
    const other = calendarSyncWorker(world, { google: calendar });
    let isFirst = true;
    calendar.before(async () => {
      if (!isFirst || calendar.calls.length < 2) return;
      isFirst = false;
      world.clock.advance(LEASE_MS + SECOND_MS);
      await other.runSync(id);
    });

    const answer = await work.runSync(id);

    expect(answer.batchItemFailures).toEqual([]);
    expect(work.log).toContainEqual(expect.objectContaining({ outcome: 'leased' }));
    expect(await sync()).toMatchObject({ failures: 0, claimedUntil: null });
  });

  it('is not affected by an invalid message in the same batch', async () => {
    const { work } = await aSyncedCalendar();

    expect((await work.receive({ connectionId: 'unknown' })).batchItemFailures).toHaveLength(1);
    expect((await work.runSync('cal_01kcw3v9e2f3hb5wnkq8zr6m4t')).batchItemFailures).toEqual([]);
  });

  it('leaves the connection due at its poll, whatever else was requested', async () => {
    const { runSync, sync, world, id } = await aSyncedCalendar();
    await runSync();
    await runSync();

    expect((await sync()).dueAt).toBe(nextPollAt(id, world.clock.now(), POLL_MS));
  });
});
