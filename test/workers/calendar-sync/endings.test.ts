import { describe, expect, it } from '@jest/globals';
import { calendarConnections } from '#functions/api/calendar-connections/index';
import { members as memberGroup } from '#functions/api/members/index';
import { workspaces } from '#functions/api/workspaces/index';
import { GrantLost, ProviderDown, ProviderRefused } from '#shared/calendars/sync/ports/calendar-provider';
import { LEASE_MS } from '#shared/calendars/sync/rules/sync-transitions';
import { calendarSyncs } from '#shared/calendars/sync/store';
import { later, MINUTE_MS } from '#shared/core/time';
import { anOccurrence, at } from '#test/support/a-calendar';
import { callsTo } from '#test/support/api';
import { aConnectedCalendar, calendarsAtWork } from '#test/support/calendars-at-work';
import { housekeepers } from '#test/support/housekeepers';
import { savedStates } from '#test/support/saved-states';
import { aSyncedCalendar } from './a-synced-calendar.ts';

async function aStandingCalendar({ isWatched = true } = {}) {
  const story = await aSyncedCalendar();
  const { calendar, pass, world, owner, id, memberId } = story;
  calendar.put(anOccurrence('one'), anOccurrence('two', { startsAt: at(24) }));
  if (!isWatched) calendar.fail('watch', new ProviderDown('nobody answers'));
  await pass();
  if (isWatched) await pass();
  const { key } = owner;
  return {
    ...story,
    disconnect: () => callsTo(calendarConnections(world.context))('DELETE', `/calendar_connections/${id}`, { key }),
    removeMember: () => callsTo(memberGroup(world.context))('DELETE', `/members/${memberId}`, { key }),
    archive: () => callsTo(workspaces(world.context))('DELETE', `/workspaces/${owner.workspaceId}`, { key }),
    keepers: housekeepers(world),
    /** Rows that only the sync of this connection knows of. */
    privateRows: () =>
      world.dynamo
        .items()
        .map(({ pk, sk }) => `${pk?.S} ${sk?.S}`)
        .filter((key) => (key.startsWith(id) && !key.endsWith(' .')) || key.startsWith('CHANNEL#')),
  };
}

describe('a disconnected calendar', () => {
  it('leaves no watch, no grant, no upcoming meeting and none of its rows behind', async () => {
    const { disconnect, calendar, work, titles, privateRows, connection } = await aStandingCalendar();
    expect(privateRows()).not.toEqual([]);
    await disconnect();

    await work.endAll();

    expect(calendar.watches.size).toBe(0);
    expect(calendar.grant.isRevoked).toBe(true);
    expect(await titles()).toEqual([]);
    expect(privateRows()).toEqual([]);
    expect(await connection()).toMatchObject({ status: 'disconnected' });
  });

  it('is passed over no more, also by a message that was under way', async () => {
    const { disconnect, calendar, work, id, world } = await aStandingCalendar();
    await disconnect();
    world.clock.advance(30 * MINUTE_MS);
    calendar.calls.splice(0);

    await work.pass(id);

    expect(calendar.calls).toEqual([]);
  });

  it('ends also what a pass still took that ran meanwhile', async () => {
    const { disconnect, calendar, work, keepers, titles, pass } = await aStandingCalendar();
    calendar.put(anOccurrence('three', { startsAt: at(5) }));
    let isFirst = true;
    calendar.before(async () => {
      if (!isFirst || !calendar.calls.includes('readOn')) return;
      isFirst = false;
      await disconnect();
      await keepers.runOnce();
    });
    calendar.calls.splice(0);
    await pass();

    await work.endAll();
    await keepers.untilQuiet();

    expect(await titles()).toEqual([]);
    expect(calendar.grant.isRevoked).toBe(true);
  });

  it('leaves no watch behind that a pass asks for at the very end', async () => {
    const { calendar, pass, disconnect, keepers, work } = await aStandingCalendar({ isWatched: false });
    let isFirst = true;
    calendar.before(async () => {
      if (!isFirst || calendar.calls.at(-1) !== 'watch') return;
      isFirst = false;
      await disconnect();
      await keepers.runOnce();
      for (const { id } of work.endings())
        await work.receive({ 'detail-type': 'job.connection_ending', detail: { id } });
    });

    await pass();
    await work.endAll();

    expect(isFirst).toBe(false);
    expect(calendar.watches.size).toBe(0);
  });

  it('waits for a pass that may still go on', async () => {
    const { disconnect, work, world, calendar, sync, id } = await aStandingCalendar();
    const before = await work.syncs.find(id);
    if (!before) throw new Error('There is no sync.');
    const claimedUntil = (world.clock.now() + LEASE_MS) as typeof world.clock extends { now(): infer At } ? At : never;
    await world.context.changes.save({
      at: world.clock.now(),
      writes: [calendarSyncs.put(before, { ...before.state, claimedUntil })],
    });
    await disconnect();
    const [ending] = work.endings();

    await work.receive({ 'detail-type': 'job.connection_ending', detail: { id: ending?.id } });

    expect((await sync()).dueAt).toBeNull();
    expect((await sync()).claimedUntil).toBeGreaterThan(claimedUntil);
    expect(calendar.grant.isRevoked).toBe(false);
    expect(work.endings()[0]?.dueAt).toBeGreaterThan(claimedUntil);
  });

  it('waits also where the run that took the claim from that pass died before saving the ending', async () => {
    const { disconnect, work, world, calendar, sync, id } = await aStandingCalendar();
    const before = await work.syncs.find(id);
    if (!before) throw new Error('There is no sync.');
    const claimedUntil = later(world.clock.now(), LEASE_MS);
    await world.context.changes.save({
      at: world.clock.now(),
      writes: [calendarSyncs.put(before, { ...before.state, claimedUntil })],
    });
    await disconnect();
    const [ending] = work.endings();
    const told = { 'detail-type': 'job.connection_ending', detail: { id: ending?.id } };
    const { context } = world;
    const dying = calendarsAtWork(world, {
      google: calendar,
      context: {
        ...context,
        changes: {
          save: async (made) => {
            await context.changes.save(made);
            throw new Error('The lights went out.');
          },
        },
      },
    });
    await dying.receive(told);
    expect((await sync()).dueAt).toBeNull();

    await work.receive(told);

    expect(work.endings()[0]?.dueAt).toBeGreaterThan(claimedUntil);
  });

  it('leaves alone what another connection of the member takes over at that very moment', async () => {
    const { disconnect, world, owner, memberId, calendar, titles, work } = await aStandingCalendar();
    await disconnect();
    const again = await aConnectedCalendar(world, { workspaceId: owner.workspaceId, memberId });
    const { context } = world;
    let isFirst = true;
    const late = calendarsAtWork(world, {
      google: calendar,
      context: {
        ...context,
        changes: {
          save: async (made) => {
            const isEnding = savedStates(made, 'calendar_event').some(({ cancelledAt }) => cancelledAt !== null);
            if (isEnding && isFirst) {
              isFirst = false;
              await work.whenDue(again.id);
            }
            await context.changes.save(made);
          },
        },
      },
    });

    await late.endAll();

    expect(isFirst).toBe(false);
    expect(await titles()).toEqual(['About one', 'About two']);
  });

  it('gives the grant back also where the provider refuses to stop the watch', async () => {
    const { disconnect, calendar, work, privateRows } = await aStandingCalendar();
    await disconnect();
    calendar.fail('stopWatch', new ProviderRefused('no', 403));

    await work.endAll();

    expect(calendar.grant.isRevoked).toBe(true);
    expect(privateRows()).toEqual([]);
  });

  it('keeps the grant to be given back later where it is our own table or keys that are out of reach', async () => {
    const { disconnect, calendar, work, world } = await aStandingCalendar();
    await disconnect();
    const { context } = world;
    let isFirst = true;
    const troubled = calendarsAtWork(world, {
      google: calendar,
      context: {
        ...context,
        sealer: {
          ...context.sealer,
          open: async (...given) => {
            if (!isFirst) return context.sealer.open(...given);
            isFirst = false;
            throw new Error('The keys are out of reach.');
          },
        },
      },
    });

    await troubled.endAll();

    expect(calendar.grant.isRevoked).toBe(true);
    expect(work.endings()).toEqual([]);
  });

  it('tries again where the provider is out of reach, and gives up after a day', async () => {
    const { disconnect, calendar, work, privateRows } = await aStandingCalendar();
    await disconnect();
    for (let time = 0; time < 96; time += 1) calendar.fail('access', new ProviderDown('nobody answers'));

    await work.endAll();

    expect(privateRows()).toEqual([]);
    expect(calendar.grant.isRevoked).toBe(false);
  });

  it('has nothing to give back where the grant is gone', async () => {
    const { disconnect, calendar, work, privateRows } = await aStandingCalendar();
    await disconnect();
    calendar.fail('access', new GrantLost('access_revoked', 'gone'));

    await work.endAll();

    expect(privateRows()).toEqual([]);
  });

  it('keeps the grant of the account where another workspace lives by it, or the member connected it again', async () => {
    const { disconnect, calendar, work, world, owner, memberId, pass, titles } = await aStandingCalendar();
    await disconnect();
    const again = await aConnectedCalendar(world, { workspaceId: owner.workspaceId, memberId });

    await work.endAll();
    expect(calendar.grant.isRevoked).toBe(false);
    await work.whenDue(again.id);

    expect(await titles()).toEqual(['About one', 'About two']);
    await expect(pass()).rejects.toThrow('Nothing is due.');
  });
});

describe('calendars of a removed member or workspace', () => {
  it('end with a member', async () => {
    const { removeMember, keepers, work, calendar, titles, privateRows } = await aStandingCalendar();
    await removeMember();

    await keepers.untilQuiet();
    await work.endAll();

    expect(await titles()).toEqual([]);
    expect(calendar.watches.size).toBe(0);
    expect(calendar.grant.isRevoked).toBe(true);
    expect(privateRows()).toEqual([]);
  });

  it('end with a workspace', async () => {
    const { archive, keepers, work, calendar, privateRows } = await aStandingCalendar();
    await archive();

    for (let step = 0; step < 5; step += 1) await keepers.runOnce();
    await work.endAll();

    expect(calendar.watches.size).toBe(0);
    expect(calendar.grant.isRevoked).toBe(true);
    expect(privateRows()).toEqual([]);
  });
});
