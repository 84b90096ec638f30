import { scheduleSync } from '#shared/calendars/sync/commands/request-sync';
import { GrantLost, ProviderDown, ProviderThrottled } from '#shared/calendars/sync/ports';
import { POLL_MS } from '#shared/calendars/sync/rules/poll-slots';
import { leased } from '#shared/calendars/sync/rules/sync-transitions';
import { calendarSyncs } from '#shared/calendars/sync/store';
import { DAY_MS, later, MINUTE_MS } from '#shared/foundation/core/time';
import { noon } from '#test/support/api';
import { aConnectedCalendar, aRunOf } from '#test/support/calendar-sync-worker';
import { anOccurrence } from '#test/support/fake-calendar';
import { describe, expect, it } from '#test/support/jest';
import { requestCounter } from '#test/support/request-counter';
import { aSyncedCalendar } from './a-synced-calendar.ts';

/** A calendar that was read, whose watch stands and whose access token lasts for a day. */
async function aQuietCalendar(given: Parameters<typeof aSyncedCalendar>[0] = {}) {
  const story = await aSyncedCalendar(given);
  const { calendar, runSync, world, work, id, sync } = story;
  calendar.grant.accessUntil = later(world.clock.now(), DAY_MS);
  await runSync();
  await runSync();
  calendar.calls.splice(0);
  work.sent.splice(0);
  world.clock.set((await sync()).dueAt ?? world.clock.now());
  return { ...story, poll: () => work.poll(id) };
}

describe('the poll of a calendar without changes', () => {
  it('is one request to the provider, and moves last_synced_at and the next poll', async () => {
    const { calendar, poll, sync, connection, work, world } = await aQuietCalendar();
    const now = world.clock.now();

    await poll();

    expect(calendar.calls).toEqual(['readOn']);
    expect(await sync()).toMatchObject({ dueAt: later(now, POLL_MS), claimedUntil: null, syncedAt: now });
    expect(await connection()).toMatchObject({ status: 'active', lastSyncedAt: now });
    expect(work.sent).toEqual([]);
    expect(work.log.at(-1)).toMatchObject({ outcomes: { polled: 1 }, polls: { quiet: 1 } });
  });

  it('is a read of its rows, one of its workspace, and one write of the table', async () => {
    const { poll, world } = await aQuietCalendar();
    const counter = requestCounter();
    Object.assign(world.dynamo, counter.watch({ send: world.dynamo.send }));

    await poll();

    expect(counter.total.requests).toBe(3);
  });

  it('leaves the cursor, from which the next changes are read', async () => {
    const { calendar, poll, work, id, seen, inCalendar } = await aQuietCalendar();
    await poll();
    calendar.put(anOccurrence('one'));

    await work.untilDue(id);
    await work.pollAndRun(id);

    expect(await seen()).toEqual(inCalendar());
  });

  it('asks for an access token where the kept one has ended, and keeps it', async () => {
    const { calendar, poll, work, id, world } = await aQuietCalendar();
    calendar.grant.accessUntil = later(noon, 3 * DAY_MS);
    world.clock.set(later(noon, DAY_MS - 3 * MINUTE_MS));

    await poll();
    await work.untilDue(id);
    await work.pollAndRun(id);

    // The run over everything uses the token that the poll kept.
    expect(calendar.calls).toEqual(['access', 'readOn', 'readWindow']);
  });

  it('does nothing before it is due, and nothing while a run has the lease', async () => {
    const { calendar, poll, work, id } = await aQuietCalendar();
    calendar.before(async () => void (await poll()));

    await work.runSync(id);
    await poll();

    expect(calendar.calls).toEqual(['readOn']);
  });

  it('writes nothing where a run took the lease and a sync was requested meanwhile', async () => {
    const { calendar, poll, sync, work, id, world } = await aQuietCalendar();
    const schedule = scheduleSync(world.context);
    world.clock.advance(MINUTE_MS);
    const lease = leased(await sync(), world.clock.now());
    calendar.before(async () => {
      const before = await work.findSync(id);
      await world.context.changes.save({ at: world.clock.now(), writes: [calendarSyncs.put(before, lease)] });
      await schedule(id);
    });

    await poll();

    expect(await sync()).toEqual({ ...lease, askedAgain: true });
  });
});

describe('the poll of a calendar with changes', () => {
  it('leaves them to a run of its own', async () => {
    const { calendar, poll, work, id, sync } = await aQuietCalendar();
    calendar.put(anOccurrence('one'));
    const before = await sync();

    await poll();

    expect(work.sent).toEqual([aRunOf(id, (await work.sync(id)).workspaceId)]);
    expect(await sync()).toEqual(before);
  });

  it('leaves to a run also an access token whose request may rotate the grant', async () => {
    const { calendar, poll, work, id, world } = await aQuietCalendar();
    calendar.grant.rotates = true;
    world.clock.set(later(noon, DAY_MS - 3 * MINUTE_MS));

    await poll();

    expect(calendar.calls).toEqual([]);
    expect(work.sent).toEqual([aRunOf(id, (await work.sync(id)).workspaceId)]);
  });
});

describe('a kept access token', () => {
  it('that the provider refuses is replaced by a fresh one', async () => {
    const { calendar, poll, work, id, connection, sync } = await aQuietCalendar();
    calendar.fail('readOn', new GrantLost('access_revoked', 'The token is not valid any more.'));
    calendar.fail('readOn', new GrantLost('access_revoked', 'The token is not valid any more.'));

    await poll();
    await work.runSync(id);

    expect(calendar.calls).toEqual(['readOn', 'readOn', 'access', 'readOn']);
    expect(await connection()).toMatchObject({ status: 'active' });
    expect(await sync()).toMatchObject({ failures: 0 });
  });

  it('is not used after another consent', async () => {
    const { calendar, work, id, world, sync } = await aQuietCalendar();
    const before = await work.findSync(id);
    const { workspaceId } = await sync();
    const sealedGrant = await world.context.sealer.seal('first', { workspace: workspaceId, resource: id });
    const after = { ...(await sync()), sealedGrant };
    await world.context.changes.save({ at: world.clock.now(), writes: [calendarSyncs.put(before, after)] });

    await work.poll(id);

    expect(sealedGrant).not.toBe(before?.state.sealedGrant);
    expect(calendar.calls).toEqual(['access', 'readOn']);
  });
});

describe('a poll that fails', () => {
  it('at a provider that throttles waits as long as it says', async () => {
    const { calendar, poll, sync, world } = await aQuietCalendar();
    calendar.fail('readOn', new ProviderThrottled('Too many requests.', 7 * MINUTE_MS));

    await poll();

    expect(await sync()).toMatchObject({ dueAt: later(world.clock.now(), 7 * MINUTE_MS), claimedUntil: null });
    expect(calendar.calls).toEqual(['readOn']);
  });

  it('at a provider that is down is repeated by a run after a minute', async () => {
    const { calendar, poll, sync, work, id, world } = await aQuietCalendar();
    calendar.fail('readOn', new ProviderDown('No answer.'));

    await poll();

    expect(await sync()).toMatchObject({ failures: 1, dueAt: later(world.clock.now(), MINUTE_MS) });
    expect(work.sent).toEqual([aRunOf(id, (await work.sync(id)).workspaceId, 60)]);
  });

  it('holds up no other calendar of its message', async () => {
    const { calendar, world, work, id, owner, memberId, sync } = await aQuietCalendar();
    const other = await aConnectedCalendar(world, {
      ...{ workspaceId: owner.workspaceId, memberId, provider: 'microsoft', accountEmail: 'ada@outlook.test' },
    });
    work.microsoft.grant.accessUntil = later(world.clock.now(), DAY_MS);
    await work.runSync(other.id);
    await work.runSync(other.id);
    world.clock.set((await work.sync(other.id)).dueAt ?? world.clock.now());
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    calendar.before(() => answered);

    const polling = work.poll(id, other.id);
    while ((await work.sync(other.id)).syncedAt !== world.clock.now())
      await new Promise((resolve) => setImmediate(resolve));
    expect((await sync()).syncedAt).not.toBe(world.clock.now());
    answer();
    await polling;

    expect((await sync()).syncedAt).toBe(world.clock.now());
  });
});

describe('a batch of polls', () => {
  it('sends what has not ended in time on as runs of their own, so that the others stay saved', async () => {
    const { calendar, work, id } = await aQuietCalendar({ timeLeft: 20_000 });
    // A server that never ends its answer.
    Object.assign(calendar.calendar, { readOn: () => new Promise(() => undefined) });
    await work.untilDue(id);
    work.sent.splice(0);

    const { batchItemFailures } = await work.poll(id);

    expect(batchItemFailures).toEqual([]);
    expect(work.sent).toEqual([aRunOf(id, (await work.sync(id)).workspaceId)]);
  });
});

describe('a run that the bus asks for', () => {
  it('is queued once more with its workspace as the message group', async () => {
    const { work, id } = await aQuietCalendar();
    work.sent.splice(0);

    await work.receive({ 'detail-type': 'calendar.due', detail: { subject: id } });

    expect(work.sent).toEqual([aRunOf(id, (await work.sync(id)).workspaceId)]);
  });
});
