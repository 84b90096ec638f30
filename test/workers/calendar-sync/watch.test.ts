import { WATCH_MS } from '#shared/calendars/sync/commands/renew-watch';
import { GrantLost, ProviderDown, ProviderRefused } from '#shared/calendars/sync/ports';
import { DAY_MS, later } from '#shared/foundation/core/time';
import { APP_URL, noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { aSyncedCalendar } from './a-synced-calendar.ts';

const aWatchedCalendar = async (provider: 'google' | 'microsoft' = 'google') => {
  const story = await aSyncedCalendar({ provider });
  await story.runSync();
  await story.runSync();
  return { ...story, watch: async () => (await story.sync()).watch };
};

describe('a watch', () => {
  it.each(['google', 'microsoft'] as const)(
    'is made once the calendar of %s was read, with a secret that no row holds',
    async (provider) => {
      const { calendar, watch, id, world } = await aWatchedCalendar(provider);
      const [made] = calendar.watches.values();

      expect(made).toMatchObject({ address: `${APP_URL}/hooks/${provider}`, until: later(noon, WATCH_MS) });
      expect(await watch()).toMatchObject({ id: made?.id, resourceId: 'calendar', endsAt: made?.endsAt });
      expect(made?.secret).toMatch(new RegExp(`^${id}\\.[\\w-]{22}\\.[\\w-]{43}$`));
      expect(JSON.stringify(world.dynamo.items())).not.toContain(made?.secret);
    },
  );

  it('is renewed a day before its end', async () => {
    const { calendar, watch, runSync, world } = await aWatchedCalendar();
    const first = await watch();
    world.clock.set(later(noon, WATCH_MS - DAY_MS - 60_000));
    await runSync();
    expect(await watch()).toEqual(first);

    await runSync();

    const second = await watch();
    expect(second?.id).not.toBe(first?.id);
    expect(calendar.calls).toContain('renewWatch');
    expect([...calendar.watches.keys()]).toEqual([second?.id]);
  });

  it('is replaced when the provider has forgotten it', async () => {
    const { calendar, watch, runSync, world } = await aWatchedCalendar();
    const first = await watch();
    calendar.fail('renewWatch', new ProviderRefused('unknown', 404));
    world.clock.set(later(noon, WATCH_MS - DAY_MS));

    await runSync();

    expect((await watch())?.id).not.toBe(first?.id);
  });

  it('does not fail the sync run when it cannot be created, and is tried again at the next', async () => {
    const { calendar, runSync, sync, connection, world, work } = await aSyncedCalendar();
    calendar.fail('watch', new ProviderDown('no answer'));
    await runSync();
    expect(await sync()).toMatchObject({ watch: null, failures: 0 });
    expect(await connection()).toMatchObject({ lastSyncedAt: world.clock.now() });
    expect(work.log).toContainEqual(expect.objectContaining({ error: 'ProviderDown', outcome: 'done' }));

    await runSync();

    expect((await sync()).watch).not.toBeNull();
  });

  it('stops the sync when it is refused because the grant is gone', async () => {
    const { calendar, runSync, connection } = await aSyncedCalendar();
    calendar.fail('watch', new GrantLost('insufficient_scope', 'no'));

    await runSync();

    expect(await connection()).toMatchObject({ status: 'error', error: { code: 'insufficient_scope' } });
  });
});
