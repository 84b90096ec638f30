import { describe, expect, it } from '@jest/globals';
import { scheduleSync } from '#shared/calendars/sync/commands/request-sync';
import { LEASE_MS } from '#shared/calendars/sync/rules/sync-transitions';
import { LostRace } from '#shared/core/store';
import { later, MINUTE_MS, SECOND_MS } from '#shared/core/time';
import { anOccurrence } from '#test/support/a-calendar';
import { calendarsAtWork } from '#test/support/calendars-at-work';
import { losingEvery } from '#test/support/lost-saves';
import { savedStates } from '#test/support/saved-states';
import { aSyncedCalendar } from './a-synced-calendar.ts';

describe('a connection', () => {
  it('is passed over by one at a time, however many messages name it', async () => {
    const { calendar, work, id } = await aSyncedCalendar();
    calendar.put(anOccurrence('one'));

    await Promise.all(Array.from({ length: 5 }, () => work.pass(id)));

    expect(calendar.calls.filter((method) => method === 'readWindow')).toHaveLength(1);
  });

  it('is left alone before it is due', async () => {
    const { calendar, pass, work, id } = await aSyncedCalendar();
    await pass();
    await pass();
    calendar.calls.splice(0);

    await work.pass(id);

    expect(calendar.calls).toEqual([]);
  });

  it('is synced once more at once when a sync was requested during a pass', async () => {
    const { calendar, pass, work, world, id, sync } = await aSyncedCalendar();
    await pass();
    await pass();
    const schedule = scheduleSync(world.context);
    const asking = { times: 0 };
    calendar.before(async () => {
      asking.times += 1;
      if (asking.times === 2) await Promise.all([schedule(id), schedule(id), schedule(id)]);
    });
    work.sent.splice(0);

    await pass();

    expect((await sync()).dueAt).toBe(world.clock.now());
    expect(work.sent).toEqual([{ message: { connectionId: id }, delaySeconds: 0 }]);
  });

  it('is passed over patiently where everybody who is invited changes the same meeting at once', async () => {
    const { calendar, world, id, sync, work, seen, inCalendar } = await aSyncedCalendar();
    calendar.put(anOccurrence('one'));
    await work.pass(id);
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

    await calendarsAtWork(world, { google: calendar, context: crowded }).pass(id);

    expect(await sync()).toMatchObject({ failures: 0 });
    expect(await seen()).toEqual(inCalendar());
  });

  it('is taken up by another pass once the claim of a dead pass has expired, and not before', async () => {
    const { calendar, pass, work, world, id, seen, inCalendar } = await aSyncedCalendar();
    calendar.put(anOccurrence('one'));
    const dying = calendarsAtWork(world, { google: calendar, context: losingEvery(2, world).context });
    const { changes } = world.context;
    let saves = 0;
    const lost = {
      ...world.context,
      changes: {
        save: async (made: Parameters<typeof changes.save>[0]) => {
          saves += 1;
          if (saves > 1) throw new Error('The lights went out.');
          await changes.save(made);
        },
      },
    };
    expect(dying.sent).toEqual([]);
    const failed = await calendarsAtWork(world, { google: calendar, context: lost }).pass(id);
    expect(failed.batchItemFailures).toHaveLength(1);

    world.clock.advance(LEASE_MS - SECOND_MS);
    await work.pass(id);
    expect(await seen()).toEqual([]);
    await pass();

    expect(await seen()).toEqual(inCalendar());
  });

  it('is lost to a pass that outlived its claim, and only the new holder ends it', async () => {
    const { calendar, work, world, id, sync } = await aSyncedCalendar();
    const other = calendarsAtWork(world, { google: calendar });
    let isFirst = true;
    calendar.before(async () => {
      if (!isFirst || calendar.calls.length < 2) return;
      isFirst = false;
      world.clock.advance(LEASE_MS + SECOND_MS);
      await other.pass(id);
    });

    const answer = await work.pass(id);

    expect(answer.batchItemFailures).toEqual([]);
    expect(work.log).toContainEqual(expect.objectContaining({ outcome: 'elsewhere' }));
    expect(await sync()).toMatchObject({ failures: 0, claimedUntil: null });
  });

  it('keeps the messages beside it from harm where one of them makes no sense', async () => {
    const { work } = await aSyncedCalendar();

    expect((await work.receive({ connectionId: 'nobody' })).batchItemFailures).toHaveLength(1);
    expect((await work.pass('cal_01kcw3v9e2f3hb5wnkq8zr6m4t')).batchItemFailures).toEqual([]);
  });

  it('is due again at its poll, whatever else was asked of it', async () => {
    const { pass, sync, world } = await aSyncedCalendar();
    await pass();
    await pass();

    expect((await sync()).dueAt).toBe(later(world.clock.now(), 15 * MINUTE_MS));
  });
});
