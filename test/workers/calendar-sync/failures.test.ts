import { scheduleSync } from '#shared/calendars/sync/commands/request-sync';
import {
  CursorExpired,
  GrantLost,
  ProviderDown,
  ProviderRefused,
  ProviderThrottled,
} from '#shared/calendars/sync/ports';
import { calendarSyncs } from '#shared/calendars/sync/store';
import { later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { anOccurrence } from '#test/support/fake-calendar';
import { describe, expect, it } from '#test/support/jest';
import { subscribe, webhookEventTypes } from '#test/support/subscriptions';
import { aSyncedCalendar } from './a-synced-calendar.ts';

async function aStandingCalendar() {
  const story = await aSyncedCalendar();
  const { calendar, runSync, sync, world } = story;
  calendar.put(anOccurrence('one'));
  await runSync();
  await runSync();
  return { ...story, inMs: async () => ((await sync()).dueAt ?? Number.NaN) - world.clock.now() };
}

describe('a sync run that the provider interrupts', () => {
  it('starts a full run when the cursor has expired', async () => {
    const { calendar, runSync, seen, inCalendar } = await aStandingCalendar();
    calendar.put(anOccurrence('two'));
    calendar.dropSilently('one');
    calendar.expireCursors();

    await runSync();

    expect(await seen()).toEqual(inCalendar());
  });

  it('waits when the cursor of a full run has expired too', async () => {
    const { calendar, runSync, inMs, connection, seen, inCalendar } = await aStandingCalendar();
    calendar.fail('readOn', new CursorExpired('gone'));
    calendar.fail('readWindow', new CursorExpired('gone'));
    await runSync();
    expect(await inMs()).toBe(MINUTE_MS);
    expect(await connection()).toMatchObject({ status: 'active' });

    await runSync();

    expect(await seen()).toEqual(inCalendar());
  });

  it.each([
    [90 * SECOND_MS, 90 * SECOND_MS],
    [10, SECOND_MS],
    [24 * 60 * MINUTE_MS, 60 * MINUTE_MS],
    [undefined, MINUTE_MS],
  ])('comes back when a throttling provider says: %s', async (retryAfterMs, expected) => {
    const { calendar, runSync, inMs } = await aStandingCalendar();
    calendar.fail('readOn', new ProviderThrottled('slowly', retryAfterMs));

    await runSync();

    expect(await inMs()).toBe(expected);
  });

  it('ignores notifications while the provider asks for a pause', async () => {
    const { calendar, runSync, inMs, id, world } = await aStandingCalendar();
    calendar.fail('readOn', new ProviderThrottled('slowly', 20 * MINUTE_MS));
    await runSync();

    await scheduleSync(world.context)(id);

    expect(await inMs()).toBe(20 * MINUTE_MS);
  });

  it('backs off while the provider is down, without setting the connection to error', async () => {
    const { calendar, runSync, inMs, connection, sync, work } = await aStandingCalendar();
    const waits: number[] = [];
    for (let time = 0; time < 7; time += 1) {
      calendar.fail('access', new ProviderDown('no answer'));
      await runSync();
      waits.push((await inMs()) / MINUTE_MS);
    }
    expect(waits).toEqual([1, 2, 4, 8, 15, 15, 15]);
    expect(await connection()).toMatchObject({ status: 'active' });
    expect(work.givenUp).toEqual([]);

    await runSync();

    expect(await sync()).toMatchObject({ failures: 0, restsUntil: null });
  });

  it('continues at the page where it was interrupted', async () => {
    const { calendar, runSync, seen, inCalendar } = await aSyncedCalendar({ pageSize: 2 });
    calendar.put(...['a', 'b', 'c', 'd', 'e'].map((id) => anOccurrence(id)));
    calendar.fail('readOn', new ProviderDown('no answer'));
    await runSync();

    await runSync();

    expect(calendar.calls.filter((method) => method === 'readWindow')).toHaveLength(1);
    expect((await seen()).length).toBe(inCalendar().length);
  });

  it('sets the connection to error only after ten refusals in a row', async () => {
    const { calendar, runSync, connection, sync } = await aStandingCalendar();
    for (let time = 0; time < 10; time += 1) {
      expect(await connection()).toMatchObject({ status: 'active' });
      calendar.fail(time === 0 ? 'readOn' : 'readWindow', new ProviderRefused('no', 400));
      await runSync();
    }

    expect(await connection()).toMatchObject({ status: 'error', error: { code: 'provider_error' } });
    expect((await sync()).dueAt).toBeNull();
  });
});

describe('a sync run without a grant', () => {
  it('sets the connection to error with its code, sends an event, and is not due again', async () => {
    const { calendar, runSync, connection, sync, world, owner, members, id } = await aStandingCalendar();
    await subscribe(world, owner.workspaceId);
    calendar.fail('access', new GrantLost('grant_expired', 'a word of the provider'));

    await runSync();

    expect(await connection()).toMatchObject({
      status: 'error',
      error: { code: 'grant_expired', message: expect.stringContaining('new connect link') },
    });
    expect(JSON.stringify(await connection())).not.toContain('a word of the provider');
    expect(webhookEventTypes(world)).toEqual(['calendar_connection.error']);
    expect((await members())[0].calendar_connections).toEqual([{ id, provider: 'google', status: 'error' }]);
    expect(await sync()).toMatchObject({ dueAt: null, watch: null, claimedUntil: null });
  });

  it('does not change the meetings', async () => {
    const { calendar, runSync, seen, inCalendar } = await aStandingCalendar();
    calendar.grant.isRevoked = true;

    await runSync();

    expect(await seen()).toEqual(inCalendar());
  });

  it('keeps the connection active and alerts the operator when the stored grant cannot be opened', async () => {
    const { runSync, connection, inMs, id, world, work } = await aStandingCalendar();
    const before = await calendarSyncs.find(world.context.table, id);
    if (!before) throw new Error('There is no sync.');
    const sealedGrant = await world.context.sealer.seal('first', { workspace: 'wks_another', resource: id });
    await world.context.changes.save({
      at: world.clock.now(),
      writes: [calendarSyncs.put(before, { ...before.state, sealedGrant })],
    });

    await runSync();
    await runSync();

    expect(await connection()).toMatchObject({ status: 'active' });
    expect(await inMs()).toBe(2 * MINUTE_MS);
    expect(work.givenUp).toEqual([id]);
    expect(work.log).toContainEqual(expect.objectContaining({ outcome: 'unopenable', connectionId: id }));
  });

  it('saves a rotated refresh token before it reads the calendar', async () => {
    const { calendar, runSync, seen, inCalendar } = await aStandingCalendar();
    calendar.grant.rotates = true;
    calendar.fail('readOn', new ProviderDown('no answer'));
    await runSync();
    calendar.put(anOccurrence('two'));

    await runSync();

    expect(await seen()).toEqual(inCalendar());
    expect(calendar.grant.asked).toBeGreaterThan(3);
  });
});

describe('an unreadable page', () => {
  it('alerts the operator after five failed sync runs, and leaves the connection active', async () => {
    const { calendar, runSync, work, id, connection } = await aStandingCalendar();
    for (let time = 0; time < 5; time += 1) {
      expect(work.givenUp).toEqual([]);
      calendar.fail('readOn', new ProviderDown('makes no sense', { isInvalidResponse: true }));
      await runSync();
    }

    expect(work.givenUp).toEqual([id]);
    expect(work.log).toContainEqual(expect.objectContaining({ outcome: 'down', connectionId: id }));
    expect(await connection()).toMatchObject({ status: 'active' });
  });
});

describe('a page that leads to itself', () => {
  it('is read once, and a full run starts', async () => {
    const { calendar, runSync, seen, inCalendar, work } = await aStandingCalendar();
    const { readOn } = calendar.calendar;
    let times = 0;
    Object.assign(calendar.calendar, {
      readOn: async (access: string, cursor: string) => {
        times += 1;
        if (times > 20) throw new Error('It goes round for ever.');
        return times > 1 ? { events: [], cursor, isLast: false } : readOn(access, cursor);
      },
    });
    await runSync();
    calendar.put(anOccurrence('two'));

    await runSync();

    expect(times).toBe(2);
    expect(work.givenUp).toEqual([]);
    expect(await seen()).toEqual(inCalendar());
  });
});

describe('a sync run that fails by a fault of the service', () => {
  it('alerts the operator also after a long outage of the provider', async () => {
    const { calendar, runSync, work, id } = await aStandingCalendar();
    for (let time = 0; time < 7; time += 1) {
      calendar.fail('access', new ProviderDown('no answer'));
      await runSync();
    }
    for (let time = 0; time < 5; time += 1) {
      calendar.fail('access', new RangeError('a fault'));
      await runSync();
    }

    expect(work.givenUp).toEqual([id]);
  });

  it('is retried, and alerts the operator after five failures', async () => {
    const { calendar, runSync, connection, work, id, world } = await aStandingCalendar();
    for (let time = 0; time < 6; time += 1) {
      calendar.fail('access', new RangeError('a secret in a message'));
      await runSync();
      expect(work.givenUp).toEqual(time < 4 ? [] : [id]);
    }

    expect(await connection()).toMatchObject({ status: 'active' });
    expect(JSON.stringify(work.log)).not.toContain('a secret in a message');
    expect((await connection()).lastSyncedAt).toBeLessThan(later(world.clock.now(), -MINUTE_MS));
  });
});
