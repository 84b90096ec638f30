import { describe, expect, it } from '@jest/globals';
import { GrantLost, ProviderDown, ProviderRefused } from '#shared/calendars/sync/ports/calendar-provider';
import { WATCH_MS } from '#shared/calendars/sync/rules/watch-times';
import { DAY_MS, later } from '#shared/core/time';
import { APP_URL, noon } from '#test/support/api';
import { aSyncedCalendar } from './a-synced-calendar.ts';

const aWatchedCalendar = async (provider: 'google' | 'microsoft' = 'google') => {
  const story = await aSyncedCalendar({ provider });
  await story.pass();
  await story.pass();
  return { ...story, watch: async () => (await story.sync()).watch };
};

describe('a watch', () => {
  it.each(['google', 'microsoft'] as const)(
    'is made once the calendar of %s was read, with a secret that no row holds',
    async (provider) => {
      const { calendar, watch, work, id, world } = await aWatchedCalendar(provider);
      const [made] = calendar.watches.values();

      expect(made).toMatchObject({ address: `${APP_URL}/hooks/${provider}`, until: later(noon, WATCH_MS) });
      expect(await watch()).toMatchObject({ id: made?.id, resourceId: 'calendar', endsAt: made?.endsAt });
      expect(await work.syncs.connectionOf(made?.id ?? '')).toBe(id);
      expect(made?.secret).toMatch(/^[\w-]{43}$/);
      expect(JSON.stringify(world.dynamo.items())).not.toContain(made?.secret);
    },
  );

  it('stays for as long as it does, and is renewed a day before its end', async () => {
    const { calendar, watch, pass, world, work } = await aWatchedCalendar();
    const first = await watch();
    world.clock.set(later(noon, WATCH_MS - DAY_MS - 60_000));
    await pass();
    expect(await watch()).toEqual(first);

    await pass();

    const second = await watch();
    expect(second?.id).not.toBe(first?.id);
    expect(calendar.calls).toContain('renewWatch');
    expect(await work.syncs.connectionOf(first?.id ?? '')).toBeUndefined();
    expect([...calendar.watches.keys()]).toEqual([second?.id]);
  });

  it('is replaced where the provider knows it no more', async () => {
    const { calendar, watch, pass, world } = await aWatchedCalendar();
    const first = await watch();
    calendar.fail('renewWatch', new ProviderRefused('unknown', 404));
    world.clock.set(later(noon, WATCH_MS - DAY_MS));

    await pass();

    expect((await watch())?.id).not.toBe(first?.id);
  });

  it('holds up no pass where it cannot be made, and is tried again at the next', async () => {
    const { calendar, pass, sync, connection, world, work } = await aSyncedCalendar();
    calendar.fail('watch', new ProviderDown('nobody answers'));
    await pass();
    expect(await sync()).toMatchObject({ watch: null, failures: 0 });
    expect(await connection()).toMatchObject({ lastSyncedAt: world.clock.now() });
    expect(work.log).toContainEqual(expect.objectContaining({ error: 'ProviderDown', outcome: 'done' }));

    await pass();

    expect((await sync()).watch).not.toBeNull();
  });

  it('that is refused for want of a grant ends the sync as any other call does', async () => {
    const { calendar, pass, connection } = await aSyncedCalendar();
    calendar.fail('watch', new GrantLost('insufficient_scope', 'no'));

    await pass();

    expect(await connection()).toMatchObject({ status: 'error', error: { code: 'insufficient_scope' } });
  });
});
