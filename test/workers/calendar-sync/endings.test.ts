import { calendarConnections } from '#functions/api/calendar-connections/index';
import { members as memberGroup } from '#functions/api/members/index';
import { workspaces } from '#functions/api/workspaces/index';
import { GrantLost, ProviderDown, ProviderRefused } from '#shared/calendars/sync/ports';
import { LEASE_MS } from '#shared/calendars/sync/rules/sync-transitions';
import { calendarSyncs } from '#shared/calendars/sync/store';
import { later, MINUTE_MS } from '#shared/foundation/core/time';
import { callsTo } from '#test/support/api';
import { aConnectedCalendar, calendarSyncWorker } from '#test/support/calendar-sync-worker';
import { anOccurrence, at } from '#test/support/fake-calendar';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { savedStates } from '#test/support/saved-states';
import { aSyncedCalendar } from './a-synced-calendar.ts';

async function aStandingCalendar({ isWatched = true } = {}) {
  const story = await aSyncedCalendar();
  const { calendar, runSync, world, owner, id, memberId } = story;
  calendar.put(anOccurrence('one'), anOccurrence('two', { startsAt: at(24) }));
  if (!isWatched) calendar.fail('watch', new ProviderDown('no answer'));
  await runSync();
  if (isWatched) await runSync();
  const { key } = owner;
  return {
    ...story,
    disconnect: () => callsTo(calendarConnections(world.context))('DELETE', `/calendar_connections/${id}`, { key }),
    removeMember: () => callsTo(memberGroup(world.context))('DELETE', `/members/${memberId}`, { key }),
    archive: () => callsTo(workspaces(world.context))('DELETE', `/workspaces/${owner.workspaceId}`, { key }),
    housekeeping: housekeepingWorker(world),
    /** Rows that only the sync of this connection knows of. */
    privateRows: () =>
      world.dynamo
        .items()
        .map(({ pk, sk }) => `${pk?.S} ${sk?.S}`)
        .filter((key) => key.startsWith(id) && !key.endsWith(' .')),
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

  it('is not synced again, also not by a message in flight', async () => {
    const { disconnect, calendar, work, id, world } = await aStandingCalendar();
    await disconnect();
    world.clock.advance(30 * MINUTE_MS);
    calendar.calls.splice(0);

    await work.runSync(id);

    expect(calendar.calls).toEqual([]);
  });

  it('ends events too that a concurrent sync run imported', async () => {
    const { disconnect, calendar, work, housekeeping, titles, runSync } = await aStandingCalendar();
    calendar.put(anOccurrence('three', { startsAt: at(5) }));
    let isFirst = true;
    calendar.before(async () => {
      if (!isFirst || !calendar.calls.includes('readOn')) return;
      isFirst = false;
      await disconnect();
      await housekeeping.runOnce();
    });
    calendar.calls.splice(0);
    await runSync();

    await work.endAll();
    await housekeeping.untilQuiet();

    expect(await titles()).toEqual([]);
    expect(calendar.grant.isRevoked).toBe(true);
  });

  it('removes a watch that a sync run creates at its very end', async () => {
    const { calendar, runSync, disconnect, housekeeping, work } = await aStandingCalendar({ isWatched: false });
    let isFirst = true;
    calendar.before(async () => {
      if (!isFirst || calendar.calls.at(-1) !== 'watch') return;
      isFirst = false;
      await disconnect();
      await housekeeping.runOnce();
      for (const { id } of work.endings()) await work.end(id);
    });

    await runSync();
    await work.endAll();

    expect(isFirst).toBe(false);
    expect(calendar.watches.size).toBe(0);
  });

  it('is ended in the message group of its workspace', async () => {
    const { disconnect, work, owner, calendar } = await aStandingCalendar();
    await disconnect();
    const [{ id } = { id: '' }] = work.endings();
    const { workspaceId } = owner;
    work.sent.splice(0);
    calendar.calls.splice(0);

    await work.receive({ 'detail-type': 'job.connection_ending', detail: { id } });

    const message = { job: { id, type: 'job.connection_ending' }, workspaceId };
    expect(work.sent).toEqual([{ message, group: workspaceId }]);
    expect([calendar.calls, work.endings()]).toEqual([[], [expect.objectContaining({ id })]]);
  });

  it('waits for a sync run that may still be active', async () => {
    const { disconnect, work, world, calendar, sync, id } = await aStandingCalendar();
    const before = await work.findSync(id);
    if (!before) throw new Error('There is no sync.');
    const claimedUntil = (world.clock.now() + LEASE_MS) as typeof world.clock extends { now(): infer At } ? At : never;
    await world.context.changes.save({
      at: world.clock.now(),
      writes: [calendarSyncs.put(before, { ...before.state, claimedUntil })],
    });
    await disconnect();
    const [ending] = work.endings();

    await work.end(ending?.id ?? '');

    expect((await sync()).dueAt).toBeNull();
    expect((await sync()).claimedUntil).toBeGreaterThan(claimedUntil);
    expect(calendar.grant.isRevoked).toBe(false);
    expect(work.endings()[0]?.dueAt).toBeGreaterThan(claimedUntil);
  });

  it('waits too when the run that took over the lease died before it saved the ending', async () => {
    const { disconnect, work, world, calendar, sync, id } = await aStandingCalendar();
    const before = await work.findSync(id);
    if (!before) throw new Error('There is no sync.');
    const claimedUntil = later(world.clock.now(), LEASE_MS);
    await world.context.changes.save({
      at: world.clock.now(),
      writes: [calendarSyncs.put(before, { ...before.state, claimedUntil })],
    });
    await disconnect();
    const [ending] = work.endings();
    const { context } = world;
    const dying = calendarSyncWorker(world, {
      google: calendar,
      context: {
        ...context,
        changes: {
          save: async (made) => {
            await context.changes.save(made);
            throw new Error('Injected failure.');
          },
        },
      },
    });
    await dying.end(ending?.id ?? '');
    expect((await sync()).dueAt).toBeNull();

    await work.end(ending?.id ?? '');

    expect(work.endings()[0]?.dueAt).toBeGreaterThan(claimedUntil);
  });

  it('does not end events that another connection of the member takes over at the same time', async () => {
    const { disconnect, world, owner, memberId, calendar, titles, work } = await aStandingCalendar();
    await disconnect();
    const again = await aConnectedCalendar(world, { workspaceId: owner.workspaceId, memberId });
    const { context } = world;
    let isFirst = true;
    const late = calendarSyncWorker(world, {
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

  it('revokes the grant even if the provider refuses to stop the watch', async () => {
    const { disconnect, calendar, work, privateRows } = await aStandingCalendar();
    await disconnect();
    calendar.fail('stopWatch', new ProviderRefused('no', 403));

    await work.endAll();

    expect(calendar.grant.isRevoked).toBe(true);
    expect(privateRows()).toEqual([]);
  });

  it('keeps the grant for a later attempt when DynamoDB or KMS is unavailable', async () => {
    const { disconnect, calendar, work, world } = await aStandingCalendar();
    await disconnect();
    const { context } = world;
    let isFirst = true;
    const troubled = calendarSyncWorker(world, {
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

  it('retries while the provider is unreachable, and gives up after a day', async () => {
    const { disconnect, calendar, work, privateRows } = await aStandingCalendar();
    await disconnect();
    for (let time = 0; time < 96; time += 1) calendar.fail('access', new ProviderDown('no answer'));

    await work.endAll();

    expect(privateRows()).toEqual([]);
    expect(calendar.grant.isRevoked).toBe(false);
  });

  it('revokes nothing when the grant is already gone', async () => {
    const { disconnect, calendar, work, privateRows } = await aStandingCalendar();
    await disconnect();
    calendar.fail('access', new GrantLost('access_revoked', 'gone'));

    await work.endAll();

    expect(privateRows()).toEqual([]);
  });

  it('keeps the grant of the account when another workspace uses it, or the member connected it again', async () => {
    const { disconnect, calendar, work, world, owner, memberId, runSync, titles } = await aStandingCalendar();
    await disconnect();
    const again = await aConnectedCalendar(world, { workspaceId: owner.workspaceId, memberId });

    await work.endAll();
    expect(calendar.grant.isRevoked).toBe(false);
    await work.whenDue(again.id);

    expect(await titles()).toEqual(['About one', 'About two']);
    await expect(runSync()).rejects.toThrow('Nothing is due.');
  });
});

describe('calendars of a removed member or workspace', () => {
  it('end with a member', async () => {
    const { removeMember, housekeeping, work, calendar, titles, privateRows } = await aStandingCalendar();
    await removeMember();

    await housekeeping.untilQuiet();
    await work.endAll();

    expect(await titles()).toEqual([]);
    expect(calendar.watches.size).toBe(0);
    expect(calendar.grant.isRevoked).toBe(true);
    expect(privateRows()).toEqual([]);
  });

  it('end with a workspace', async () => {
    const { archive, housekeeping, work, calendar, privateRows } = await aStandingCalendar();
    await archive();

    for (let step = 0; step < 5; step += 1) await housekeeping.runOnce();
    await work.endAll();

    expect(calendar.watches.size).toBe(0);
    expect(calendar.grant.isRevoked).toBe(true);
    expect(privateRows()).toEqual([]);
  });
});
