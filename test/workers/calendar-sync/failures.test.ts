import { describe, expect, it } from '@jest/globals';
import { scheduleSync } from '#shared/calendars/sync/commands/request-sync';
import {
  CursorExpired,
  GrantLost,
  ProviderDown,
  ProviderRefused,
  ProviderThrottled,
} from '#shared/calendars/sync/ports/calendar-provider';
import { calendarSyncStore, calendarSyncs } from '#shared/calendars/sync/store';
import { later, MINUTE_MS, SECOND_MS } from '#shared/core/time';
import { anOccurrence } from '#test/support/a-calendar';
import { subscribe, toldIn } from '#test/support/subscribed';
import { aSyncedCalendar } from './a-synced-calendar.ts';

async function aStandingCalendar() {
  const story = await aSyncedCalendar();
  const { calendar, pass, sync, world } = story;
  calendar.put(anOccurrence('one'));
  await pass();
  await pass();
  return { ...story, inMs: async () => ((await sync()).dueAt ?? Number.NaN) - world.clock.now() };
}

describe('a pass that the provider cuts short', () => {
  it('begins anew over everything where the cursor leads nowhere any more', async () => {
    const { calendar, pass, seen, inCalendar } = await aStandingCalendar();
    calendar.put(anOccurrence('two'));
    calendar.dropSilently('one');
    calendar.expireCursors();

    await pass();

    expect(await seen()).toEqual(inCalendar());
  });

  it('waits where even the pass over everything finds its cursor gone', async () => {
    const { calendar, pass, inMs, connection, seen, inCalendar } = await aStandingCalendar();
    calendar.fail('readOn', new CursorExpired('gone'));
    calendar.fail('readWindow', new CursorExpired('gone'));
    await pass();
    expect(await inMs()).toBe(MINUTE_MS);
    expect(await connection()).toMatchObject({ status: 'active' });

    await pass();

    expect(await seen()).toEqual(inCalendar());
  });

  it.each([
    [90 * SECOND_MS, 90 * SECOND_MS],
    [10, SECOND_MS],
    [24 * 60 * MINUTE_MS, 60 * MINUTE_MS],
    [undefined, MINUTE_MS],
  ])('comes back when a throttling provider says: %s', async (retryAfterMs, expected) => {
    const { calendar, pass, inMs } = await aStandingCalendar();
    calendar.fail('readOn', new ProviderThrottled('slowly', retryAfterMs));

    await pass();

    expect(await inMs()).toBe(expected);
  });

  it('is not hurried by a notification while the provider rests', async () => {
    const { calendar, pass, inMs, id, world } = await aStandingCalendar();
    calendar.fail('readOn', new ProviderThrottled('slowly', 20 * MINUTE_MS));
    await pass();

    await scheduleSync(world.context)(id);

    expect(await inMs()).toBe(20 * MINUTE_MS);
  });

  it('waits longer each time that the provider is down, and never turns into an error by itself', async () => {
    const { calendar, pass, inMs, connection, sync, work } = await aStandingCalendar();
    const waits: number[] = [];
    for (let time = 0; time < 7; time += 1) {
      calendar.fail('access', new ProviderDown('nobody answers'));
      await pass();
      waits.push((await inMs()) / MINUTE_MS);
    }
    expect(waits).toEqual([1, 2, 4, 8, 15, 15, 15]);
    expect(await connection()).toMatchObject({ status: 'active' });
    expect(work.givenUp).toEqual([]);

    await pass();

    expect(await sync()).toMatchObject({ failures: 0, restsUntil: null });
  });

  it('goes on at the page where it was', async () => {
    const { calendar, pass, seen, inCalendar } = await aSyncedCalendar({ pageSize: 2 });
    calendar.put(...['a', 'b', 'c', 'd', 'e'].map((id) => anOccurrence(id)));
    calendar.fail('readOn', new ProviderDown('nobody answers'));
    await pass();

    await pass();

    expect(calendar.calls.filter((method) => method === 'readWindow')).toHaveLength(1);
    expect((await seen()).length).toBe(inCalendar().length);
  });

  it('makes a refusal an error only when there were ten in a row', async () => {
    const { calendar, pass, connection, sync } = await aStandingCalendar();
    for (let time = 0; time < 10; time += 1) {
      expect(await connection()).toMatchObject({ status: 'active' });
      calendar.fail(time === 0 ? 'readOn' : 'readWindow', new ProviderRefused('no', 400));
      await pass();
    }

    expect(await connection()).toMatchObject({ status: 'error', error: { code: 'provider_error' } });
    expect((await sync()).dueAt).toBeNull();
  });
});

describe('a pass without a grant', () => {
  it('makes the connection an error with its code, tells of it, and is due no more', async () => {
    const { calendar, pass, connection, sync, world, owner, members, id } = await aStandingCalendar();
    await subscribe(world, owner.workspaceId);
    const watch = (await sync()).watch;
    calendar.fail('access', new GrantLost('grant_expired', 'a word of the provider'));

    await pass();

    expect(await connection()).toMatchObject({
      status: 'error',
      error: { code: 'grant_expired', message: expect.stringContaining('new connect link') },
    });
    expect(JSON.stringify(await connection())).not.toContain('a word of the provider');
    expect(toldIn(world)).toEqual(['calendar_connection.error']);
    expect((await members())[0].calendar_connections).toEqual([{ id, provider: 'google', status: 'error' }]);
    expect(await sync()).toMatchObject({ dueAt: null, watch: null, claimedUntil: null });
    expect(await calendarSyncStore(world.context.table).connectionOf(watch?.id ?? '')).toBeUndefined();
  });

  it('leaves the meetings as they are', async () => {
    const { calendar, pass, seen, inCalendar } = await aStandingCalendar();
    calendar.grant.isRevoked = true;

    await pass();

    expect(await seen()).toEqual(inCalendar());
  });

  it('keeps the connection active and alerts the operator when the stored grant cannot be opened', async () => {
    const { pass, connection, inMs, id, world, work } = await aStandingCalendar();
    const syncs = calendarSyncStore(world.context.table);
    const before = await syncs.find(id);
    if (!before) throw new Error('There is no sync.');
    const sealedGrant = await world.context.sealer.seal('first', { workspace: 'wks_another', resource: id });
    await world.context.changes.save({
      at: world.clock.now(),
      writes: [calendarSyncs.put(before, { ...before.state, sealedGrant })],
    });

    await pass();
    await pass();

    expect(await connection()).toMatchObject({ status: 'active' });
    expect(await inMs()).toBe(2 * MINUTE_MS);
    expect(work.givenUp).toEqual([id]);
    expect(work.log).toContainEqual(expect.objectContaining({ outcome: 'unopenable', connectionId: id }));
  });

  it('keeps a grant that the provider renews before anything is read with it', async () => {
    const { calendar, pass, seen, inCalendar } = await aStandingCalendar();
    calendar.grant.rotates = true;
    calendar.fail('readOn', new ProviderDown('nobody answers'));
    await pass();
    calendar.put(anOccurrence('two'));

    await pass();

    expect(await seen()).toEqual(inCalendar());
    expect(calendar.grant.asked).toBeGreaterThan(3);
  });
});

describe('an unreadable page', () => {
  it('alerts the operator after five failed passes, and leaves the connection active', async () => {
    const { calendar, pass, work, id, connection } = await aStandingCalendar();
    for (let time = 0; time < 5; time += 1) {
      expect(work.givenUp).toEqual([]);
      calendar.fail('readOn', new ProviderDown('makes no sense', { isNonsense: true }));
      await pass();
    }

    expect(work.givenUp).toEqual([id]);
    expect(work.log).toContainEqual(expect.objectContaining({ outcome: 'down', connectionId: id }));
    expect(await connection()).toMatchObject({ status: 'active' });
  });
});

describe('a page that leads to itself', () => {
  it('is read once, and the pass begins anew over everything', async () => {
    const { calendar, pass, seen, inCalendar, work } = await aStandingCalendar();
    const { readOn } = calendar.calendar;
    let times = 0;
    Object.assign(calendar.calendar, {
      readOn: async (access: string, cursor: string) => {
        times += 1;
        if (times > 20) throw new Error('It goes round for ever.');
        return times > 1 ? { events: [], cursor, isLast: false } : readOn(access, cursor);
      },
    });
    await pass();
    calendar.put(anOccurrence('two'));

    await pass();

    expect(times).toBe(2);
    expect(work.givenUp).toEqual([]);
    expect(await seen()).toEqual(inCalendar());
  });
});

describe('a pass that fails for a fault of ours', () => {
  it('alerts the operator also after a long outage of the provider', async () => {
    const { calendar, pass, work, id } = await aStandingCalendar();
    for (let time = 0; time < 7; time += 1) {
      calendar.fail('access', new ProviderDown('nobody answers'));
      await pass();
    }
    for (let time = 0; time < 5; time += 1) {
      calendar.fail('access', new RangeError('a fault'));
      await pass();
    }

    expect(work.givenUp).toEqual([id]);
  });

  it('is retried, and alerts the operator after five failures', async () => {
    const { calendar, pass, connection, work, id, world } = await aStandingCalendar();
    for (let time = 0; time < 6; time += 1) {
      calendar.fail('access', new RangeError('a secret in a message'));
      await pass();
      expect(work.givenUp).toEqual(time < 4 ? [] : [id]);
    }

    expect(await connection()).toMatchObject({ status: 'active' });
    expect(JSON.stringify(work.log)).not.toContain('a secret in a message');
    expect((await connection()).lastSyncedAt).toBeLessThan(later(world.clock.now(), -MINUTE_MS));
  });
});
